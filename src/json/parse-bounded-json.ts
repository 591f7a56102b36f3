export interface JsonBounds {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Number of values, including lists and objects; an empty list or object may count twice. */
  readonly maxNodes: number;
  /** Integers beyond 2^53 are rounded; rejected by default. */
  readonly allowUnsafeIntegers?: boolean;
  /** `__proto__`, `constructor` and `prototype` change an object they are copied into; rejected by default. */
  readonly allowReservedKeys?: boolean;
}

export type JsonFlaw =
  | 'too large'
  | 'not utf-8'
  | 'too deep'
  | 'too many nodes'
  | 'not json'
  | 'non-finite number'
  | 'unsafe integer'
  | 'reserved key';

export type BoundedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Whether an integer was rounded. */
      readonly unsafeIntegers: boolean;
      /** Whether a string contains half a surrogate pair, which has no UTF-8 encoding; `JSON.stringify` escapes it. */
      readonly loneSurrogates: boolean;
    }
  | { readonly ok: false; readonly flaw: JsonFlaw; readonly reason: string };

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses one JSON document from an untrusted source. `JSON.parse` accepts 200,000 levels of nesting, on which recursive
 * code overflows, and numbers it cannot represent. So depth and size are checked before it gets the text.
 */
export function parseBoundedJson(content: Uint8Array | string, bounds: JsonBounds): BoundedJson {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  if (bytes > bounds.maxBytes) return refuse('too large', `${bytes} bytes where ${bounds.maxBytes} are allowed`);
  const text = typeof content === 'string' ? content : decode(content);
  if (text === undefined) return refuse('not utf-8', 'it is not valid UTF-8');
  const overgrown = measure(text, bounds);
  if (overgrown !== undefined) return overgrown;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('not json', error instanceof Error ? error.message : String(error));
  }
  return inspect(value, bounds);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Counts brackets and commas outside strings. For text that is not JSON, the counts are meaningless but harmless. */
function measure(text: string, bounds: JsonBounds): BoundedJson | undefined {
  let depth = 0;
  let nodes = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++nodes > bounds.maxNodes) return refuse('too many nodes', `it has more than ${bounds.maxNodes} values`);
      if (code !== COMMA && ++depth > bounds.maxDepth) {
        return refuse('too deep', `it is nested more than ${bounds.maxDepth} levels deep`);
      }
    }
  }
  return undefined;
}

/** Index of the quote that ends the string; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
}

function inspect(root: unknown, bounds: JsonBounds): BoundedJson {
  let unsafeIntegers = false;
  let loneSurrogates = false;
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') loneSurrogates ||= !value.isWellFormed();
    else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return refuse('non-finite number', 'a number in it is too large to hold');
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        if (bounds.allowUnsafeIntegers !== true) return refuse('unsafe integer', 'an integer in it is beyond 2^53');
        unsafeIntegers = true;
      }
    } else if (Array.isArray(value)) {
      for (const element of value) waiting.push(element);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, field] of Object.entries(value)) {
        if (bounds.allowReservedKeys !== true && RESERVED_KEYS.has(key)) {
          return refuse('reserved key', `the key ${key} is not allowed in it`);
        }
        loneSurrogates ||= !key.isWellFormed();
        waiting.push(field);
      }
    }
  }
  return { ok: true, value: root, unsafeIntegers, loneSurrogates };
}

function refuse(flaw: JsonFlaw, reason: string): BoundedJson {
  return { ok: false, flaw, reason };
}
