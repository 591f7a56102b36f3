/**
 * The environment server under load: `npm run bench:environment`. The server runs in its own process with one search
 * thread, so that it can use two cores. This process plays the clients, with recorded answers of `house/expert` in
 * place of a model, and pauses before each as a model would. Latency is what a client sees: from sending a request to
 * receiving the response.
 *
 * `--sessions`, `--think` (mean seconds of a model's turn), `--seconds`, `--closed` (seconds of the part without
 * pauses), `--market DIR` to use an existing market.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { table } from '../src/cli/output/table.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { SimulatedInference } from '../src/simulated/simulated-inference.ts';
import { quantile } from '../src/statistics/quantile.ts';

const ASSAY = fileURLToPath(new URL('../bin/assay.js', import.meta.url));
const SUITE = fileURLToPath(new URL('../suites/train-300', import.meta.url));
const GOAL_MILLISECONDS = 20;
/** Kernel ticks per second, on every Linux. */
const TICKS = 100;
const RECORDED = 60;
const SATURATING = 64;

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    think: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '60' },
    closed: { type: 'string', default: '10' },
    market: { type: 'string' },
  },
});
const sessions = Number(options.sessions);
const think = Number(options.think);
const seconds = Number(options.seconds);
const closed = Number(options.closed);

interface Result {
  readonly observation: { readonly problem_id: string; readonly messages: readonly object[]; readonly tools: unknown };
  readonly done: boolean;
  readonly metadata?: { readonly outcome?: number };
}

/** A session that waits for every response. */
class Client {
  readonly #socket: WebSocket;
  #answered: (text: string) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#answered(String(data)));
  }

  static async connect(url: string): Promise<Client> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
    await once(socket, 'open');
    return new Client(socket);
  }

  async ask(type: string, data: unknown): Promise<Result> {
    const text = await new Promise<string>((resolve) => {
      this.#answered = resolve;
      this.#socket.send(JSON.stringify({ type, data }));
    });
    const answer = JSON.parse(text);
    if (answer.type === 'error') throw new Error(answer.data.message);
    return answer.data;
  }

  close(): void {
    this.#socket.close();
  }
}

interface Server {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startServer(market: string): Promise<Server> {
  const words = ['--train-suite', SUITE, '--eval-suite', 'none', '--market', market, '--max-sessions', '100000'];
  const child = spawn(process.execPath, [ASSAY, 'env', 'serve', ...words, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += piece;
    if (said.trimEnd().endsWith('\n}')) return { process: child, url: JSON.parse(said).url };
  }
  throw new Error(`The server ended: ${said}`);
}

/** Plays problems with `house/expert` and returns its answers by problem. */
async function record(url: string): Promise<ReadonlyMap<string, readonly object[]>> {
  const model = new SimulatedInference();
  const client = await Client.connect(url);
  const answers = new Map<string, readonly object[]>();
  let solved = 0;
  for (let index = 0; index < RECORDED; index++) {
    let result = await client.ask('reset', { index });
    const { problem_id, tools } = result.observation;
    const messages: object[] = [...result.observation.messages];
    const said: object[] = [];
    while (!result.done) {
      const { body } = await model.chat({ model: 'house/expert', messages, tools, seed: 0, temperature: 0.9 });
      const message = JSON.parse(body).choices[0].message;
      said.push(message);
      result = await client.ask('step', message);
      messages.push(message, ...result.observation.messages);
    }
    solved += result.metadata?.outcome ?? 0;
    answers.set(problem_id, said);
  }
  client.close();
  console.log(
    `Recorded ${[...answers.values()].flat().length} answers of house/expert on ${RECORDED} problems, ${solved} solved.`,
  );
  return answers;
}

interface Load {
  readonly clients: readonly Client[];
  readonly answers: ReadonlyMap<string, readonly object[]>;
  /** Mean pause for the model's turn, in milliseconds; 0 for none. */
  readonly think: number;
  readonly seconds: number;
}

/** Plays episodes in all sessions at once until the time is over. Returns the milliseconds of every step and reset. */
async function play({ clients, answers, think, seconds }: Load) {
  const until = performance.now() + seconds * 1000;
  const steps: number[] = [];
  const resets: number[] = [];
  let episodes = 0;
  const timed = async (into: number[], work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await work();
    into.push(performance.now() - started);
    return result;
  };
  await Promise.all(
    clients.map(async (client, place) => {
      // Sessions start at different times, as they are after some training.
      await sleep(Math.random() * think);
      for (let round = 0; performance.now() < until; round++) {
        const index = (place + round) % RECORDED;
        const { observation } = await timed(resets, () => client.ask('reset', { index }));
        for (const answer of answers.get(observation.problem_id)!) {
          // From 0.5 to 1.5 times the mean.
          if (think > 0) await sleep(think * (0.5 + Math.random()));
          if (performance.now() >= until) return;
          await timed(steps, () => client.ask('step', answer));
        }
        episodes++;
      }
    }),
  );
  return { steps, resets, episodes };
}

function memoryOf({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}

/** Processor seconds of all threads of the process. */
function processorSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function row(name: string, times: readonly number[], over: number): readonly (string | number)[] {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string => quantile(sorted, share)?.toFixed(1) ?? '';
  return [name, times.length, (times.length / over).toFixed(0), at(0.5), at(0.95), at(0.99), at(1)];
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
let server: Server | undefined;
try {
  const market = options.market ?? join(folder, 'market');
  if (options.market === undefined) await buildMarket({ products: 50_000, seed: 7, folder: market });
  server = await startServer(market);
  const { url, process: child } = server;
  const answers = await record(url);
  const empty = memoryOf(child);
  const clients: Client[] = [];
  while (clients.length < sessions) {
    const more = Math.min(50, sessions - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: more }, () => Client.connect(url)))));
  }
  for (const [place, client] of clients.entries()) await client.ask('reset', { index: place % RECORDED });
  await sleep(1_000);
  const idle = memoryOf(child);
  const perSession = (bytes: number): string => `${((bytes - empty) / sessions / 1024).toFixed(1)} kB`;
  console.log(
    `Memory: ${(empty / 2 ** 20).toFixed(0)} MB without sessions; ${perSession(idle)} for each of ${sessions} idle sessions (after reset, resident, uncollected garbage included).`,
  );

  const header = ['', 'count', 'a second', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'];
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const before = processorSeconds(child);
  const loaded = await play({ clients, answers, think: think * 1000, seconds });
  const used = processorSeconds(child) - before;
  lag.disable();
  console.log(
    `\n${sessions} sessions, ${think} s of thinking a turn, ${seconds} s, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}:`,
  );
  console.log(table(header, [row('step', loaded.steps, seconds), row('reset', loaded.resets, seconds)]));
  console.log(
    `${loaded.episodes} episodes ended; the server used ${(used / seconds).toFixed(2)} cores; ${perSession(memoryOf(child))} for each session in the middle of its episode; this client's own delay p99 ${(lag.percentile(99) / 1e6).toFixed(1)} ms.`,
  );

  const few = clients.slice(0, SATURATING);
  const beforeFull = processorSeconds(child);
  const full = await play({ clients: few, answers, think: 0, seconds: closed });
  const usedFull = processorSeconds(child) - beforeFull;
  console.log(`\n${SATURATING} sessions that do not think, ${closed} s:`);
  console.log(table(header, [row('step', full.steps, closed), row('reset', full.resets, closed)]));
  console.log(`${((1000 * usedFull) / full.steps.length).toFixed(2)} ms of the server's processor time a step.`);

  for (const client of clients) client.close();
  const sorted = loaded.steps.toSorted((left, right) => left - right);
  const p99 = quantile(sorted, 0.99)!;
  console.log(`\nGoal: p99 of a step under ${GOAL_MILLISECONDS} ms with ${sessions} sessions: ${p99.toFixed(1)} ms.`);
  process.exitCode = p99 < GOAL_MILLISECONDS ? 0 : 1;
} finally {
  if (server !== undefined) {
    server.process.kill('SIGTERM');
    await once(server.process, 'close');
  }
  rmSync(folder, { recursive: true });
}
