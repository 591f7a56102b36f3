import { type BoundedJson, parseBoundedJson } from '../../json/parse-bounded-json.ts';

/** Deeper than any tool schema, but shallow enough for the recursive code that reads calls later. */
const MAX_DEPTH = 128;
const MAX_NODES = 200_000;

export interface RecordedBody {
  /** In the form of `Call.request`. */
  readonly recorded: unknown;
  /** The parsed JSON, if it is JSON. Integers beyond 2^53 are rounded here, but not in the record. */
  readonly json: BoundedJson;
}

/** Converts a body to the form of `Call.request`. */
export function recordedBody(body: Uint8Array | string): RecordedBody {
  const json = parseBoundedJson(body, {
    maxBytes: Infinity,
    maxDepth: MAX_DEPTH,
    maxNodes: MAX_NODES,
    allowUnsafeIntegers: true,
    allowReservedKeys: true,
  });
  if (body.length === 0) return { recorded: null, json };
  const survives = json.ok && !json.unsafeIntegers && typeof json.value === 'object' && json.value !== null;
  return { recorded: survives ? json.value : asText(body), json };
}

function asText(body: Uint8Array | string): string {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return `data:application/octet-stream;base64,${Buffer.from(body).toString('base64')}`;
  }
}
