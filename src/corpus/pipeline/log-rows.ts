import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { isQuarantined, type Quarantined, quarantine } from '../intake/quarantine.ts';
import { isAssayRow, readAssayRow } from '../logs/assay-log.ts';
import { CallChains } from '../logs/call-chains.ts';
import type { ClaimedConversation, LogFormat, LogReader } from '../logs/claimed-conversation.ts';
import { evalSamples } from '../logs/eval-archive.ts';
import { LOG_READERS, readerOf, readLogDocument } from '../logs/log-readers.ts';
import { parseLogJson } from '../logs/parse-log-json.ts';
import { readGuarded } from '../logs/read-guarded.ts';
import { readTools } from '../release/filtered-corpus.ts';
import type { InputRow } from './batch.ts';
import { boundedLines, MAX_ROW_BYTES } from './bounded-lines.ts';

/** A file that is one document, or whose conversations are spread over its lines, is held in memory. */
const MAX_LOG_BYTES = 256 * 1024 ** 2;

/** How a file is read: line by line, or as a log that must be read as a whole. */
type FileKind = 'lines' | 'calls' | 'archive' | 'parquet' | 'assay' | 'other' | 'whole' | LogReader;

/** A row of a log whose lines are read here and not in the threads. */
type ClaimedRow = Extract<InputRow, { readonly claim: unknown } | { readonly flaw: unknown }>;

const ZIP = Buffer.from('PK\u0003\u0004');
const PARQUET = Buffer.from('PAR1');
/** Beginning of evidence written by validators. Most input is evidence and can be recognised without parsing. */
const EVIDENCE = '{"version":1,"attempt":{';

/** Rows of a log that must be read as a whole; `undefined` if every line is independent. */
export async function logRows(
  path: string,
  file: string,
  format: LogFormat | 'evidence' | undefined,
): Promise<AsyncGenerator<InputRow> | undefined> {
  const chosen = format === 'evidence' ? undefined : format;
  const kind = format === 'evidence' ? 'lines' : await kindOf(path, chosen);
  if (kind === 'lines') return undefined;
  if (kind === 'other') {
    return numbered(file, [quarantine('SCHEMA_UNKNOWN', `the file is not in the format ${format}`)]);
  }
  if (kind === 'parquet') {
    // Loads libraries that no other input needs.
    const { hubRows } = await import('../logs/hub-rows.ts');
    return numbered(file, hubRows(path, MAX_ROW_BYTES));
  }
  if (kind === 'archive') return numbered(file, evalSamples(path, MAX_ROW_BYTES));
  if (kind === 'assay') return assayRows(path, file);
  if (kind === 'calls') return callRows(path, file, chosen);
  return gatheredRows(path, file, kind, chosen);
}

const UNKNOWN = quarantine(
  'SCHEMA_UNKNOWN',
  `it is in none of the known formats (${LOG_READERS.map((each) => each.format).join(', ')})`,
);

async function kindOf(path: string, format: LogFormat | undefined): Promise<FileKind> {
  const head = beginning(path);
  const isWanted = (found: LogFormat) => format === undefined || format === found;
  if (head.subarray(0, ZIP.length).equals(ZIP)) return isWanted('inspect') ? 'archive' : 'other';
  if (head.subarray(0, PARQUET.length).equals(PARQUET)) return isWanted('assay') ? 'parquet' : 'other';
  if (head.subarray(0, EVIDENCE.length).toString('latin1') === EVIDENCE) return 'lines';
  const first = await firstLine(path);
  if (first === undefined || first.startsWith(EVIDENCE)) return 'lines';
  // Pretty-printed: no line is a document.
  if (/^\s*(?:[{[]|\[\s*\{)\s*$/.test(first)) return 'whole';
  const json = parseLogJson(first);
  if (!json.ok) return 'lines';
  if (isAssayRow(json.value)) return isWanted('assay') ? 'assay' : 'other';
  const reader = readerOf(json.value, format);
  if (reader !== undefined) return { document: 'lines', call: 'calls', file: reader }[reader.unit] as FileKind;
  return Array.isArray(json.value) && readerOf(json.value[0], format) !== undefined ? 'whole' : 'lines';
}

function beginning(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(64);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

async function firstLine(path: string): Promise<string | undefined> {
  for await (const line of boundedLines(path)) return 'text' in line ? line.text : undefined;
  return undefined;
}

async function* numbered(
  file: string,
  conversations: AsyncIterable<ClaimedConversation | Quarantined> | Iterable<ClaimedConversation | Quarantined>,
): AsyncGenerator<InputRow> {
  let line = 0;
  for await (const each of conversations) {
    line++;
    yield isQuarantined(each) ? { file, line, flaw: each } : { file, line, claim: each };
  }
}

/** Rows of a corpus or a release. The schemas they refer to are in the same folder. */
async function* assayRows(path: string, file: string): AsyncGenerator<InputRow> {
  const tools = schemasBeside(path);
  for await (const line of boundedLines(path)) {
    const place = { file, line: line.number };
    const json = 'text' in line ? parseLogJson(line.text) : { ok: false as const, flaw: line.flaw };
    if (!json.ok) yield { ...place, flaw: json.flaw };
    else {
      const read = readGuarded(() => readAssayRow(json.value, tools));
      yield isQuarantined(read) ? { ...place, flaw: read } : { ...place, claim: read };
    }
  }
}

/** The conversations of a log of single calls; `undefined` if each line is a conversation, so that threads can read them. */
async function callRows(
  path: string,
  file: string,
  format: LogFormat | undefined,
): Promise<AsyncGenerator<InputRow> | undefined> {
  const chains = new CallChains();
  for await (const row of claimedRows(path, file, format)) if ('claim' in row) chains.note(row.claim);
  for await (const row of claimedRows(path, file, format)) if ('claim' in row) chains.connect(row.claim);
  return chains.areJoined ? joinedRows(claimedRows(path, file, format), chains) : undefined;
}

async function* joinedRows(rows: AsyncIterable<ClaimedRow>, chains: CallChains): AsyncGenerator<InputRow> {
  for await (const row of rows) {
    if ('flaw' in row) {
      yield row;
      continue;
    }
    const claim = chains.conversation(row.claim);
    if (claim !== undefined) yield { ...row, claim };
  }
}

async function* claimedRows(path: string, file: string, format: LogFormat | undefined): AsyncGenerator<ClaimedRow> {
  for await (const line of boundedLines(path)) {
    const place = { file, line: line.number };
    const json = 'text' in line ? parseLogJson(line.text) : { ok: false as const, flaw: line.flaw };
    const read = json.ok ? (readLogDocument(json.value, format) ?? UNKNOWN) : json.flaw;
    yield isQuarantined(read) ? { ...place, flaw: read } : { ...place, claim: read };
  }
}

function schemasBeside(path: string): ReadonlyMap<string, string> {
  try {
    return readTools(join(dirname(path), 'tools.json'));
  } catch (error) {
    // Without them the row gets our schemas, marked as not given to the model.
    if (Fault.isInstance(error)) return new Map();
    throw error;
  }
}

async function* gatheredRows(
  path: string,
  file: string,
  kind: 'whole' | LogReader,
  format: LogFormat | undefined,
): AsyncGenerator<InputRow> {
  const texts: string[] = [];
  const documents: unknown[] = [];
  let bytes = 0;
  for await (const line of boundedLines(path)) {
    const place = { file, line: line.number };
    if ('flaw' in line) {
      yield { ...place, flaw: line.flaw };
      continue;
    }
    bytes += line.text.length;
    if (bytes > MAX_LOG_BYTES) {
      const detail = `the log is longer than ${MAX_LOG_BYTES} bytes; split it by trace`;
      yield { ...place, flaw: quarantine('ROW_TOO_LARGE', detail) };
      return;
    }
    if (kind === 'whole') {
      texts.push(line.text);
      continue;
    }
    const json = parseLogJson(line.text);
    if (json.ok) documents.push(json.value);
    else yield { ...place, flaw: json.flaw };
  }
  if (kind !== 'whole') return yield* numbered(file, kind.read(documents));
  const json = parseLogJson(texts.join('\n'));
  if (!json.ok) return yield { file, line: 1, flaw: json.flaw };
  yield* numbered(file, wholeDocument(json.value, format));
}

function wholeDocument(value: unknown, format: LogFormat | undefined): readonly (ClaimedConversation | Quarantined)[] {
  const reader = readerOf(value, format);
  if (reader !== undefined) return reader.read([value]);
  const inner = Array.isArray(value) ? readerOf(value[0], format) : undefined;
  if (inner !== undefined) return inner.read(value as readonly unknown[]);
  return [UNKNOWN];
}
