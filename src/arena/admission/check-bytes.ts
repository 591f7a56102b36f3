import { MAX_AGENT_BYTES } from '../../attempt/run.ts';
import { type Finding, finding, type SourcePosition } from './finding.ts';
import { invisibleCharacters } from './invisible-characters.ts';

export interface CheckedBytes {
  readonly findings: readonly Finding[];
  /** The text as Python will read it; undefined if it must not be passed to a parser. */
  readonly text: string | undefined;
}

const START: SourcePosition = { line: 1, column: 1 };
const BYTE_ORDER_MARK = '\uFEFF';

/** Checks that every reader decodes the file the same way: code can hide in the differences between readers. */
export function checkBytes(source: Uint8Array): CheckedBytes {
  if (source.length > MAX_AGENT_BYTES) {
    const message = `The file has ${source.length} bytes; an agent may have ${MAX_AGENT_BYTES}.`;
    return { findings: [finding('FILE_TOO_LARGE', START, message)], text: undefined };
  }
  const decoded = decode(source);
  if (decoded === undefined) {
    const place = firstBadByte(source);
    return { findings: [finding('NOT_UTF8', place, 'A byte here is not UTF-8.')], text: undefined };
  }
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  const unreadable = [...nulBytes(text), ...bareCarriageReturns(text), ...declaredEncoding(text)];
  if (unreadable.length > 0) return { findings: unreadable, text: undefined };
  return { findings: [...invisibleCharacters(text), ...longLines(text)], text };
}

function decode(source: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return undefined;
  }
}

/**
 * Binary search, because the decoder does not report where it failed. A multi-byte character cut off at the end is not
 * an error.
 */
function firstBadByte(source: Uint8Array): SourcePosition {
  let good = 0;
  let bad = source.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(source.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  const before = new TextDecoder().decode(source.subarray(0, good));
  return placeAt(before, before.length);
}

function decodes(source: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(source, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function nulBytes(text: string): Finding[] {
  const at = text.indexOf('\0');
  return at < 0 ? [] : [finding('NUL_BYTE', placeAt(text, at), 'There is a zero byte.')];
}

function bareCarriageReturns(text: string): Finding[] {
  const at = text.search(/\r(?!\n)/);
  return at < 0
    ? []
    : [finding('BARE_CARRIAGE_RETURN', placeAt(text, at), 'There is a carriage return without a line feed.')];
}

/**
 * Python takes the encoding from a comment in the first two lines; with utf-7 or unicode_escape, comments become code.
 * A declaration in a second line that Python would ignore is rejected as well: no honest file needs one.
 */
function declaredEncoding(text: string): Finding[] {
  const lines = text.split('\n', 2);
  for (const [index, line] of lines.entries()) {
    const name = line.match(/^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/)?.[1];
    if (name === undefined || /^utf-?8(-|$)/.test(name.toLowerCase().replaceAll('_', '-'))) continue;
    const place = { line: index + 1, column: line.indexOf(name) + 1 };
    return [finding('ENCODING_DECLARED', place, `The file declares the encoding ${name.slice(0, 40)}.`)];
  }
  return [];
}

const LONGEST_LINE = 2_000;

function longLines(text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= LONGEST_LINE) return [];
    return [finding('LONG_LINE', { line: index + 1, column: 1 }, `The line has ${line.length} characters.`)];
  });
}

function placeAt(text: string, index: number): SourcePosition {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}
