import { Fault } from '../fault/fault.ts';
import { parseJson } from '../json/parse-json.ts';
import { readBody } from '../net/read-body.ts';
import { refusalOf } from './answer/refusal-of.ts';

const DOWNLOAD_MILLISECONDS = 30_000;
const UPLOAD_MILLISECONDS = 60_000;
const MOST_ERROR_BYTES = 10_000;

export interface Transfer {
  readonly signal?: AbortSignal | undefined;
}

/** Downloads a file from the URL that the arena gave for it. */
export async function downloadFile(
  url: string,
  { maxBytes, signal }: Transfer & { readonly maxBytes: number },
): Promise<Uint8Array> {
  return await exchanged(url, {}, { signal, milliseconds: DOWNLOAD_MILLISECONDS }, async (response) => {
    const read = await readBody(response, maxBytes);
    if (read.ok) return read.bytes;
    throw new Fault('LIMIT_EXCEEDED', { message: `The download has more than ${maxBytes} bytes.` });
  });
}

/** Uploading the same bytes to the same URL again changes nothing. */
export async function uploadFile(
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  { contentType, signal }: Transfer & { readonly contentType: string },
): Promise<void> {
  const init = { method: 'PUT', body: bytes, headers: { 'content-type': contentType } };
  await exchanged(url, init, { signal, milliseconds: UPLOAD_MILLISECONDS }, async (response) => {
    await response.body?.cancel();
  });
}

async function exchanged<T>(
  url: string,
  init: RequestInit,
  { signal, milliseconds }: Transfer & { readonly milliseconds: number },
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const place = URL.parse(url)?.origin ?? 'the address that was given';
  try {
    const timeout = AbortSignal.timeout(milliseconds);
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    if (response.ok) return await read(response);
    const complaint = await readBody(response, MOST_ERROR_BYTES);
    const json = parseJson(new TextDecoder().decode(complaint.ok ? complaint.bytes : complaint.head));
    const refusal = refusalOf(response, json.ok ? json.value : undefined, place);
    throw response.status < 500 ? refusal : unreachable(place, refusal);
  } catch (error) {
    if (Fault.isInstance(error)) throw error;
    // The URL authorises its holder to act for us, so the fault names only its origin.
    throw unreachable(place, error);
  }
}

function unreachable(place: string, cause: unknown): Fault {
  return new Fault('ARENA_UNREACHABLE', {
    message: `A file could not be transferred to or from ${place}.`,
    remedy: 'The arena gave this address (publicUrl in arena.json). Ask its operator to set one that you can reach.',
    cause,
  });
}
