import type { ServerResponse } from 'node:http';
import type { Event } from '../../store/database/event.ts';
import type { EventFeed } from './event-feed.ts';

const KEEP_ALIVE_MILLISECONDS = 15_000;
/** Whoever reads this much slower than we write is let go; it can come back with its last number. */
const MOST_UNREAD_BYTES = 4 * 1024 ** 2;

export interface EventStream {
  readonly feed: EventFeed;
  readonly after: number;
  readonly wanted: (event: Event) => boolean;
  readonly shape: (event: Event) => unknown;
}

/** Writes events as they come until the reader goes. Each carries its number, by which a reader resumes without a gap. */
export async function streamEvents(
  response: ServerResponse,
  { feed, after, wanted, shape }: EventStream,
): Promise<void> {
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
      const text = events.filter(wanted).map((event) => eventText(event, shape(event)));
      // The number moves on although nothing was wanted, or a resumed reader would go through it all again.
      response.write(text.length > 0 ? text.join('') : `id: ${last}\n\n`);
      if (response.writableLength > MOST_UNREAD_BYTES) break;
    }
  } finally {
    clearInterval(keepAlive);
    response.end();
  }
}

function eventText({ sequence, what }: Event, shaped: unknown): string {
  return `id: ${sequence}\nevent: ${what}\ndata: ${JSON.stringify(shaped)}\n\n`;
}
