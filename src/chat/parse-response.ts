import { type BoundedJson, parseBoundedJson } from '../json/parse-bounded-json.ts';
import { type ChatCompletion, readResponse } from './read-response.ts';

/** Longer than any chat completion; a larger response means a broken or hostile server. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

export type ParsedResponse =
  | { readonly ok: true; readonly completion: ChatCompletion; readonly response: unknown }
  | { readonly ok: false; readonly reason: string };

/** Parses a provider's body. Integers may be rounded and any key is allowed, because the value is only read. */
export function parseBody(body: Uint8Array | string): BoundedJson {
  return parseBoundedJson(body, {
    maxBytes: MAX_RESPONSE_BYTES,
    maxDepth: 512,
    maxNodes: 2_000_000,
    allowUnsafeIntegers: true,
    allowReservedKeys: true,
  });
}

/** Reads a chat completion from the body of a response. */
export function parseResponse(body: Uint8Array | string): ParsedResponse {
  const json = parseBody(body);
  if (!json.ok) return { ok: false, reason: json.reason };
  const completion = readResponse(json.value);
  if (completion === undefined) return { ok: false, reason: 'it is not a chat completion' };
  return { ok: true, completion, response: json.value };
}
