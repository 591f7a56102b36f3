import { createParser, type ParseError } from 'eventsource-parser';
import { boundedChunks } from '../../net/read-body.ts';
import { StreamedResponse } from './streamed-response.ts';
import { UnusableResponse } from './unusable-response.ts';

/** Longer than any real event. */
const MAX_EVENT_CHARACTERS = 1024 * 1024;

export interface FollowedStream {
  readonly response: unknown;
  /** Time until the first text, reasoning or call. `null` if the stream had none or sent it together with the end. */
  readonly secondsToFirst: number | null;
}

/** Reads a stream of server-sent events to its end and assembles the response. */
export async function followStream(source: Response, maxBytes: number, since: () => number): Promise<FollowedStream> {
  const streamed = new StreamedResponse();
  let secondsToFirst: number | null = null;
  for await (const data of eventData(source, maxBytes)) {
    if (!streamed.add(data))
      throw new UnusableResponse('malformed answer', `an event is not JSON: ${data.slice(0, 100)}`);
    if (streamed.error !== undefined)
      throw new UnusableResponse('server error', `the stream failed with ${streamed.error}`);
    // An answer in one event has no first token: its time would be that of the whole answer.
    if (streamed.hasBegun && !streamed.isComplete) secondsToFirst ??= since();
  }
  if (!streamed.isComplete) throw new UnusableResponse('broken off', 'the stream ended before the answer did');
  return { response: streamed.whole(), secondsToFirst };
}

/** The data of each event. Comments, event names and ids are ignored. */
async function* eventData(source: Response, maxBytes: number): AsyncGenerator<string> {
  const events: string[] = [];
  let overflow: ParseError | undefined;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent: ({ data }) => events.push(data.trim()),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflow = error;
    },
  });
  for await (const text of textChunks(source, maxBytes)) {
    parser.feed(text);
    if (overflow !== undefined) throw new UnusableResponse('oversized answer', 'an event of its answer is too long');
    yield* events.splice(0);
  }
  // Some servers omit the empty line after the last event.
  parser.feed('\n\n');
  yield* events.splice(0);
}

async function* textChunks(source: Response, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of boundedChunks(source, maxBytes)) yield decoded(decoder, chunk);
}

function decoded(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new UnusableResponse('malformed answer', 'its answer is not UTF-8');
  }
}
