import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Event } from '../../store/database.ts';
import type { EventFeed } from './event-feed.ts';

const KEEP_ALIVE_MILLISECONDS = 15_000;
/** A reader that is slower than this is disconnected; it can resume from its last number. */
const TIMEOUT_MILLISECONDS = 30_000;

export interface EventStream {
  readonly feed: EventFeed;
  readonly after: number;
  readonly wanted: (event: Event) => boolean;
  readonly shape: (event: Event) => unknown;
  /** Whether each event also has its kind in an `event` line; true by default. */
  readonly named?: boolean;
  readonly timeoutMilliseconds?: number;
  /** Streams with the same name write the same text for the same events, so it is built once for all of them. */
  readonly sharedAs?: string;
}

/** Readers choose the names, so texts are kept for at most this many. */
const MOST_NAMES = 8;
/** Text of a page of events, by the name of the streams that share it. */
const written = new WeakMap<readonly Event[], Map<string, Buffer>>();

/**
 * Writes events as they arrive until the reader disconnects. Each has its number, from which a reader resumes without a
 * gap. The next page is read only after the reader has taken the last, so a slow reader costs one page of memory.
 */
export async function streamEvents(response: ServerResponse, stream: EventStream): Promise<void> {
  const { feed, after, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = stream;
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MILLISECONDS);
  try {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    response.write('retry: 2000\n\n');
    let last = after;
    while (!gone.signal.aborted) {
      const events = await feed.next(last, gone.signal);
      if (events.length === 0) break;
      last = events.at(-1)!.sequence;
      const taken = response.write(sharedText(events, stream));
      if (!taken && !(await isDrained(response, gone.signal, timeoutMilliseconds))) {
        // `end` would wait for the unread data and keep the connection and its memory.
        response.destroy();
        break;
      }
    }
  } finally {
    clearInterval(keepAlive);
    response.end();
  }
}

function sharedText(events: readonly Event[], stream: EventStream): Buffer {
  const { sharedAs } = stream;
  if (sharedAs === undefined) return Buffer.from(pageText(events, stream));
  const texts = written.get(events) ?? new Map<string, Buffer>();
  written.set(events, texts);
  const text = texts.get(sharedAs) ?? Buffer.from(pageText(events, stream));
  if (texts.size < MOST_NAMES) texts.set(sharedAs, text);
  return text;
}

function pageText(events: readonly Event[], { wanted, shape, named = true }: EventStream): string {
  const text = events.filter(wanted).map((event) => eventText(event, shape(event), named));
  // Sends the new number even if no event matched; otherwise a reader that resumes would go through all of them again.
  return text.length > 0 ? text.join('') : `id: ${events.at(-1)!.sequence}\n\n`;
}

function eventText({ sequence, what }: Event, shaped: unknown, named: boolean): string {
  const name = named ? `event: ${what}\n` : '';
  return `id: ${sequence}\n${name}data: ${JSON.stringify(shaped)}\n\n`;
}

async function isDrained(response: ServerResponse, gone: AbortSignal, timeout: number): Promise<boolean> {
  try {
    await once(response, 'drain', { signal: AbortSignal.any([gone, AbortSignal.timeout(timeout)]) });
    return true;
  } catch {
    return false;
  }
}
