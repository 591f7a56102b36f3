import { hash as digest } from 'node:crypto';
import { parseJson } from '../../json/parse-json.ts';

/** A row in exactly the form that validators write. */
export interface WrittenRow {
  readonly row: Readonly<Record<string, unknown>>;
  /** Every call in it has the hash it names. */
  readonly hashed: true;
}

const CALLS = ',"calls":[';
/** Keys are sorted, so every call begins like this. */
const BEGINNING = /\{"duration_ms":[\d.e+-]+,"fault":(?:null|"[A-Z_]+"),("hash":"([0-9a-f]{64})",)"kind":"(\w+)",/y;
const NEXT = ',{"duration_ms":';
const RESPONSE = '"request":null,"response":';
const AFTER_RESPONSE = ',"sequence":';

/**
 * Reads a row by its written form. Hashes are computed from the text itself, and search results, which are most of it,
 * are parsed on demand, because scripted attempts never need them. The boundaries of calls are guessed from their form.
 * A wrong guess gives a hash that does not match, never a false match. In that case, and for any row in another form,
 * this returns `undefined`, and the row is parsed completely.
 */
export function readWrittenRow(text: string): WrittenRow | undefined {
  if (!text.startsWith('{"version":1,"attempt":{') || !text.endsWith(']}')) return undefined;
  const opening = text.indexOf(CALLS);
  if (opening === -1) return undefined;
  const head = parseJson(`${text.slice(0, opening)}}`);
  if (!head.ok || typeof head.value !== 'object') return undefined;
  const calls: unknown[] = [];
  const last = text.length - 2;
  for (let start = opening + CALLS.length; start < last; ) {
    BEGINNING.lastIndex = start;
    const match = BEGINNING.exec(text);
    if (match === null) return undefined;
    const next = text.indexOf(NEXT, BEGINNING.lastIndex);
    const end = next === -1 ? last : next;
    const [, own, hash, kind] = match as unknown as [string, string, string, string];
    const cut = BEGINNING.lastIndex - `${own}"kind":"${kind}",`.length;
    if (digest('sha256', text.slice(start, cut) + text.slice(cut + own.length, end)) !== hash) return undefined;
    const call = kind === 'search' || kind === 'view' ? lazily(text, start, end) : parseJson(text.slice(start, end));
    if (!call.ok) return undefined;
    calls.push(call.value);
    start = end + 1;
  }
  return { row: { ...head.value, calls }, hashed: true };
}

function lazily(text: string, start: number, end: number): ReturnType<typeof parseJson> {
  const before = text.indexOf(RESPONSE, start);
  const after = text.lastIndexOf(AFTER_RESPONSE, end);
  if (before === -1 || after < before || after > end) return parseJson(text.slice(start, end));
  const from = before + RESPONSE.length;
  const call = parseJson(`${text.slice(start, from)}null${text.slice(after, end)}`);
  if (!call.ok || typeof call.value !== 'object' || call.value === null) return call;
  let read: { readonly value: unknown } | undefined;
  Object.defineProperty(call.value, 'response', {
    enumerable: true,
    get: () => {
      // Valid JSON, because it is part of a text that the gateway hashed.
      read ??= { value: parsed(text.slice(from, after)) };
      return read.value;
    },
  });
  return call;
}

function parsed(text: string): unknown {
  const json = parseJson(text);
  return json.ok ? json.value : null;
}
