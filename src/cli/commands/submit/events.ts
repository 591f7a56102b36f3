import { setTimeout as sleep } from 'node:timers/promises';
import { type LedgerEventWire, ledgerEventSchema } from '../../../board/ledger-event.ts';
import { parseJson } from '../../../json/parse-json.ts';

/** `quiet` arrives regularly, also at the beginning; after `lost` the updates continue automatically, without a gap. */
export type LedgerUpdate =
  | { readonly kind: 'quiet' | 'lost' }
  | { readonly kind: 'event'; readonly event: LedgerEventWire };

const RECONNECT_MILLISECONDS = 2_000;
/** Four times the arena's keep-alive interval of a quarter of a minute. */
const SILENCE_MILLISECONDS = 60_000;
const LONGEST_LINE = 1024 ** 2;

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
  readonly id: string | undefined;
  /** Absent when only the number advances, because of events that were not requested. */
  readonly news: LedgerUpdate | undefined;
}

/** Parsed by hand: `eventsource-parser` drops blocks without data, and their ids are needed to resume. */
async function* frames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    if (text.length > LONGEST_LINE) throw new RangeError('an event is too long');
    for (const block of blocks) yield frameOf(block);
  }
}

function frameOf(block: string): Frame {
  const fields = new Map(block.split('\n').map((line) => fieldOf(line)));
  const id = fields.get('id');
  if (id === undefined) return { id, news: { kind: 'quiet' } };
  const data = parseJson(fields.get('data') ?? '');
  const event = data.ok ? ledgerEventSchema.safeParse(data.value) : undefined;
  return { id, news: event?.success ? { kind: 'event', event: event.data } : undefined };
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}
