import type { EngineStart, FromEngine, ToEngine } from './engine-message.ts';
import { LoadedModel } from './loaded-model.ts';

/**
 * The process of one model. A crash of native code or a lack of memory ends only this process, not its parent. It exits
 * as soon as the parent is gone, for whatever reason.
 */
const underWay = new Map<number, AbortController>();
let loading: Promise<LoadedModel> | undefined;
/** The last output of llama.cpp, to explain why a model could not be loaded. */
const said: string[] = [];
const MOST_SAID = 20;

// Ctrl-C reaches every process of the terminal. The parent decides when this process ends.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message: ToEngine) => {
  if (message.type === 'load') void load(message);
  else if (message.type === 'chat') void chat(message.id, message.body);
  else underWay.get(message.id)?.abort();
});

function send(message: FromEngine): void {
  if (process.connected) process.send!(message);
}

async function load(start: EngineStart): Promise<void> {
  loading = LoadedModel.load(start, (line) => {
    said.push(line.trim());
    if (said.length > MOST_SAID) said.shift();
  });
  try {
    await loading;
    send({ type: 'ready' });
  } catch (error) {
    send({ type: 'failed', reason: [...said, textOf(error)].filter((line) => line !== '').join('\n') });
  }
}

async function chat(id: number, body: string): Promise<void> {
  const controller = new AbortController();
  underWay.set(id, controller);
  try {
    const model = await loading!;
    send({ type: 'answer', id, ...(await model.answer(body, controller.signal)) });
  } catch (error) {
    send({ type: 'error', id, reason: controller.signal.aborted ? 'the request was aborted' : textOf(error) });
  } finally {
    underWay.delete(id);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
