/**
 * Starts sandboxes for its parent process: `node sandbox-host.ts CHOICE`, with an IPC channel. It ends with its parent,
 * and the sandboxes end with it.
 */
import { parseJson } from '../../json/parse-json.ts';
import { chooseSandbox, type SandboxChoice } from '../choose-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { type HostReport, type HostRequest, sendable } from './messages.ts';

interface Running {
  readonly stop: AbortController;
  /** How long its agent's clock was paused, as last reported by the owner. */
  stoppedMilliseconds: number;
}

const running = new Map<number, Running>();

function report(message: HostReport): void {
  // The owner may have exited in the meantime; the `disconnect` event handles that.
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

async function run(sandbox: Sandbox, { id, job }: Extract<HostRequest, { kind: 'run' }>): Promise<void> {
  const own: Running = { stop: new AbortController(), stoppedMilliseconds: 0 };
  running.set(id, own);
  const stoppedMilliseconds = (): number => own.stoppedMilliseconds;
  try {
    const outcome = await sandbox.run({ ...job, signal: own.stop.signal, stoppedMilliseconds });
    report({ kind: 'done', id, outcome });
  } catch (error) {
    report({ kind: 'failed', id, failure: sendable(error) });
  } finally {
    running.delete(id);
  }
}

function noteStopped({ id, milliseconds }: Extract<HostRequest, { kind: 'stopped clock' }>): void {
  const own = running.get(id);
  if (own !== undefined) own.stoppedMilliseconds = milliseconds;
}

// Terminals and service managers signal the whole process group. The owner decides when sandboxes end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit(0));
const choice = parseJson(process.argv[2] ?? '{}');
try {
  const sandbox = await chooseSandbox((choice.ok ? choice.value : {}) as SandboxChoice);
  process.on('message', (request: HostRequest) => {
    if (request.kind === 'run') void run(sandbox, request);
    else if (request.kind === 'stop') running.get(request.id)?.stop.abort();
    else if (request.kind === 'stopped clock') noteStopped(request);
    else void sandbox.close().finally(() => process.exit(0));
  });
  report({ kind: 'ready', description: sandbox.description });
} catch (error) {
  report({ kind: 'failed', failure: sendable(error) });
}
