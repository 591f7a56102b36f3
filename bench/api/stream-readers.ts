/**
 * Many readers of the event stream in their own process: `node stream-readers.ts URL COUNT`. All start at the same
 * event. Every tenth requests only some kinds; every twentieth disconnects repeatedly and resumes from its last event.
 * Prints a line once all are connected. After a line of input with the number of the last event, it waits until every
 * reader has that event, and prints what each should have seen but did not.
 */
import { type ClientRequest, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ascending, quantile } from '../../src/statistics/quantile.ts';
import type { StreamReport } from './read-streams.ts';

const [url, count] = process.argv.slice(2) as [string, string];
const AT_ONCE = 50;
const KINDS = ['run.completed', 'version'];
/** The delay of every event is measured for this many readers; parsing all of them would measure this process. */
const TIMED_READERS = 20;
const EVENTS_BETWEEN_BREAKS = 300;
const RETRY_MILLISECONDS = 200;
const LAST_WAIT_MILLISECONDS = 60_000;

interface Seen {
  readonly id: number;
  readonly what: string;
}

/** Events seen by the first reader, with which readers of fewer kinds are compared. */
const everything: Seen[] = [];
const delays: number[] = [];

class Reader {
  readonly #index: number;
  readonly #first: number;
  #last: number;
  #request: ClientRequest | undefined;
  #text = '';
  #closed = false;
  #sinceBreak = 0;
  events = 0;
  gaps = 0;
  breaks = 0;
  refused = 0;
  readonly chosen: number[] = [];

  constructor(index: number, first: number) {
    this.#index = index;
    this.#first = first;
    this.#last = first;
  }

  get isChoosy(): boolean {
    return this.#index % 10 === 9;
  }

  get last(): number {
    return this.#last;
  }

  async connect(): Promise<void> {
    const kinds = this.isChoosy ? `&kinds=${KINDS.join(',')}` : '';
    const headers = this.#last === this.#first ? {} : { 'last-event-id': `${this.#last}` };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#text = '';
    let isAnswered = false;
    const again = (): void => {
      if (!this.#closed)
        void sleep(RETRY_MILLISECONDS)
          .then(() => this.connect())
          .then(resolve);
    };
    this.#request = request(
      `${url}/v1/public/events?after=${this.#first}${kinds}`,
      { agent: false, headers },
      (response) => {
        isAnswered = true;
        if (response.statusCode !== 200) {
          this.refused++;
          response.resume();
          again();
          return;
        }
        response.setEncoding('latin1');
        response.on('data', (chunk: string) => this.#read(chunk));
        response.on('close', again);
        resolve();
      },
    );
    // The connection broke before a response; later breaks close the response.
    this.#request.once('error', () => {
      if (!isAnswered) again();
    });
    this.#request.end();
    await promise;
  }

  close(): void {
    this.#closed = true;
    this.#request?.destroy();
  }

  #read(chunk: string): void {
    const frames = (this.#text + chunk).split('\n\n');
    this.#text = frames.pop()!;
    for (const frame of frames) if (frame.startsWith('id: ')) this.#take(frame);
    if (this.#index % 20 === 10 && this.#sinceBreak > EVENTS_BETWEEN_BREAKS) {
      this.#sinceBreak = 0;
      this.breaks++;
      this.#request?.destroy();
    }
  }

  #take(frame: string): void {
    const id = Number(frame.slice(4, frame.indexOf('\n') < 0 ? undefined : frame.indexOf('\n')));
    const name = frame.indexOf('event: ');
    if (id <= this.#last || (!this.isChoosy && id !== this.#last + 1)) this.gaps++;
    this.#last = id;
    if (name < 0) return;
    this.events++;
    this.#sinceBreak++;
    if (this.isChoosy) this.chosen.push(id);
    if (this.#index === 0) everything.push({ id, what: frame.slice(name + 7, frame.indexOf('\n', name)) });
    if (this.#index < TIMED_READERS) {
      const when = /"when":"([^"]+)"/.exec(frame)?.[1];
      if (when !== undefined) delays.push(Date.now() - Date.parse(when));
    }
  }
}

const ledger = (await (await fetch(`${url}/v1/public/ledger?limit=1`)).json()) as { readonly head: number };
const readers = Array.from({ length: Number(count) }, (_, index) => new Reader(index, ledger.head));
for (let first = 0; first < readers.length; first += AT_ONCE) {
  await Promise.all(readers.slice(first, first + AT_ONCE).map((reader) => reader.connect()));
}
process.stdout.write('connected\n');

for await (const line of createInterface(process.stdin)) {
  const head = Number(line);
  const until = performance.now() + LAST_WAIT_MILLISECONDS;
  while (readers.some(({ last }) => last < head) && performance.now() < until) await sleep(100);
  for (const reader of readers) reader.close();
  process.stdout.write(`${JSON.stringify(report(head))}\n`);
  break;
}
process.exit(0);

function report(head: number): StreamReport {
  const wanted = everything.flatMap(({ id, what }) =>
    id <= head && KINDS.some((kind) => what === kind || what.startsWith(`${kind}.`)) ? [id] : [],
  );
  const flaws = readers.flatMap((reader, index) => {
    const name = `Reader ${index} of events`;
    const got = reader.chosen.filter((id) => id <= head);
    return [
      ...(reader.last < head ? [`${name} has seen ${reader.last} of ${head}.`] : []),
      ...(reader.gaps > 0 ? [`${name} met ${reader.gaps} gaps or repetitions.`] : []),
      ...(reader.isChoosy && got.join() !== wanted.join() ? [`${name} got other events than it asked for.`] : []),
    ];
  });
  const times = ascending(delays);
  return {
    readers: readers.length,
    events: head - ledger.head,
    delivered: readers.reduce((sum, { events }) => sum + events, 0),
    breaks: readers.reduce((sum, { breaks }) => sum + breaks, 0),
    refused: readers.reduce((sum, { refused }) => sum + refused, 0),
    delayP50: quantile(times, 0.5) ?? Number.NaN,
    delayP99: quantile(times, 0.99) ?? Number.NaN,
    flaws,
  };
}
