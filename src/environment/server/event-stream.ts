import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** How a call ended: its result as JSON, or why it failed. */
export interface CallResult {
  readonly event: 'end' | 'error';
  readonly data: string;
}

/** Clients give up after 30 s without a line. */
const HEARTBEAT_MILLISECONDS = 10_000;
/** The client's line reader has a limit of 128 KiB. */
const CHUNK_CHARACTERS = 4096;

/**
 * The server-sent events of the Open Reward Standard. The id comes first, so that a client whose connection breaks can
 * request the same result again. `result` must not reject.
 */
export function eventStream(taskId: string, result: Promise<CallResult>): Readable {
  return Readable.from(eventsOf(taskId, result));
}

async function* eventsOf(taskId: string, result: Promise<CallResult>): AsyncGenerator<string> {
  yield eventText('task_id', taskId);
  const stopped = new AbortController();
  const heartbeat = async () => await delay(HEARTBEAT_MILLISECONDS, null, { signal: stopped.signal });
  try {
    let done = await Promise.race([result, heartbeat()]);
    while (done === null) {
      yield ': waiting\n\n';
      done = await Promise.race([result, heartbeat()]);
    }
    const { event, data } = done;
    if (event === 'error') yield eventText('error', oneLine(data));
    else yield* chunksOf(data);
  } finally {
    stopped.abort();
  }
}

/** The client joins chunks to one JSON text. */
function* chunksOf(json: string): Generator<string> {
  const chunks = ascii(json).match(new RegExp(`.{1,${CHUNK_CHARACTERS}}`, 'g')) ?? [''];
  for (const [place, chunk] of chunks.entries()) {
    // The client strips spaces from the beginning of each line. All spaces of the text are inside of JSON strings.
    const kept = chunk.startsWith(' ') ? `\\u0020${chunk.slice(1)}` : chunk;
    yield eventText(place === chunks.length - 1 ? 'end' : 'chunk', kept);
  }
}

/** The same JSON in ASCII, so that it can be cut anywhere and has no line breaks that only some readers see. */
function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}
