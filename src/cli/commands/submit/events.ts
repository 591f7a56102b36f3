import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { type LedgerEventWire, ledgerEventSchema } from '../../../board/ledger-event.ts';
import { parseJson } from '../../../json/parse-json.ts';

/** `quiet` arrives regularly, also at the beginning; after `lost` the updates continue automatically, without a gap. */
export type LedgerUpdate =
  | { readonly kind: 'quiet' | 'lost' }
  | { readonly kind: 'event'; readonly event: LedgerEventWire };

const RECONNECT_MILLISECONDS = 2_000;
/** Four times the arena's keep-alive interval of a quarter of a minute. */
const SILENCE_MILLISECONDS = 60_000;
const LONGEST_EVENT = 1024 ** 2;

export interface LedgerFilter {
  readonly url: string;
  /** Prefixes of event types, such as `version,run`. */
  readonly kinds: string;
  /** The number of the last known event. */
  readonly after: number;
  readonly signal: AbortSignal;
  readonly reconnectMilliseconds?: number;
}

/** The arena's ledger as it grows; each connection resumes after the last event of the previous one. */
export async function* ledgerUpdates({
  url,
  kinds,
  after,
  signal,
  reconnectMilliseconds = RECONNECT_MILLISECONDS,
}: LedgerFilter): AsyncGenerator<LedgerUpdate> {
  let last = String(after);
  while (!signal.aborted) {
    const silence = new AbortController();
    let watch = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
    try {
      const response = await fetch(`${url}/v1/public/events?kinds=${encodeURIComponent(kinds)}`, {
        headers: { accept: 'text/event-stream', 'last-event-id': last },
        redirect: 'error',
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (response.ok && response.body !== null) {
        for await (const { id, news: ledgerUpdate } of frames(response.body)) {
          clearTimeout(watch);
          watch = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
          last = id ?? last;
          if (ledgerUpdate !== undefined) yield ledgerUpdate;
        }
      } else {
        await response.body?.cancel();
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    } finally {
      clearTimeout(watch);
    }
    if (signal.aborted) return;
    yield { kind: 'lost' };
    await sleep(reconnectMilliseconds, undefined, { signal }).catch(() => {});
  }
}

interface Frame {
  /** The number that the next connection resumes after. */
  readonly id: string | undefined;
  /** Absent when only the number advances: before an event, and for events that were not requested. */
  readonly news: LedgerUpdate | undefined;
}

async function* frames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const found: Frame[] = [];
  const quiet = (): void => void found.push({ id: undefined, news: { kind: 'quiet' } });
  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    // Also called for blocks without data.
    onId: (id) => found.push({ id, news: undefined }),
    onEvent: ({ data }) => found.push({ id: undefined, news: eventIn(data) }),
    onComment: quiet,
    onRetry: quiet,
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new RangeError('an event is too long');
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
}

function eventIn(text: string): LedgerUpdate | undefined {
  const data = parseJson(text);
  const event = data.ok ? ledgerEventSchema.safeParse(data.value) : undefined;
  return event?.success ? { kind: 'event', event: event.data } : undefined;
}
