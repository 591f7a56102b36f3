import { Readable } from 'node:stream';
import { CollectedBytes } from './collected-bytes.ts';

/** A fetch `Response`, a node request or response, or any other stream of bytes. */
export type ByteSource = Pick<Response, 'body'> | AsyncIterable<Uint8Array>;

export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The body was too long: `head` has its first bytes, up to the limit; the rest was not read. */
  | { readonly ok: false; readonly head: Uint8Array<ArrayBuffer> };

export type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too large' | 'not UTF-8' };

/** Thrown by `boundedChunks` at the first byte beyond the limit. */
export class BodyTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the body is longer than ${maxBytes} bytes`);
    this.name = 'BodyTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** Reads a body of at most `maxBytes`. Memory use is proportional to `maxBytes`, however the body is chunked. */
export async function readBody(source: ByteSource, maxBytes: number): Promise<ReadBody> {
  const collected = new CollectedBytes();
  for await (const chunk of chunksOf(source)) {
    const room = maxBytes - collected.length;
    collected.add(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) return { ok: false, head: collected.bytes() };
  }
  return { ok: true, bytes: collected.bytes() };
}

/**
 * Reads a body as text. Bytes that are not UTF-8 are an error, and a byte order mark is kept, so the text encodes to
 * the same bytes again.
 */
export async function readText(source: ByteSource, maxBytes: number): Promise<ReadText> {
  const read = await readBody(source, maxBytes);
  if (!read.ok) return { ok: false, reason: 'too large' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes) };
  } catch {
    return { ok: false, reason: 'not UTF-8' };
  }
}

/**
 * Yields chunks as they arrive, for streamed answers; throws `BodyTooLarge` in place of the chunk that exceeds the
 * limit.
 */
export async function* boundedChunks(source: ByteSource, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunksOf(source)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyTooLarge(maxBytes);
    yield chunk;
  }
}

/**
 * Leaving the loop early cancels the body of a `fetch`, which frees its connection. A node stream stays open, because
 * the answer to a request that is too large is still sent over its socket.
 */
function chunksOf(source: ByteSource): AsyncIterable<Uint8Array> {
  if (source instanceof Readable) return source.iterator({ destroyOnReturn: false });
  if (Symbol.asyncIterator in source) return source;
  return source.body ?? empty();
}

async function* empty(): AsyncGenerator<Uint8Array> {}
