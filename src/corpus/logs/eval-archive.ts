import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflateRaw, zstdDecompress } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type Quarantined, quarantine } from '../intake/quarantine.ts';
import type { ClaimedConversation } from './claimed-conversation.ts';
import { type InspectHeader, inspectHeader, inspectSample } from './inspect-log.ts';
import { parseLogJson } from './parse-log-json.ts';
import { readGuarded } from './read-guarded.ts';

const inflate = promisify(inflateRaw);
const unpackZstd = promisify(zstdDecompress);

const STORED = 0;
const DEFLATED = 8;
const ZSTANDARD = 93;

/** More than any evaluation has. The names of all entries are held in memory. */
const MAX_ENTRIES = 1_000_000;

/**
 * The samples of Inspect's packed log: a ZIP archive with one JSON file per sample, compressed with Zstandard. One
 * sample is unpacked at a time. The sizes stated in the archive are not trusted: unpacking stops at the limit.
 */
export async function* evalSamples(path: string, maxBytes: number): AsyncGenerator<ClaimedConversation | Quarantined> {
  let archive: ZipFile;
  try {
    archive = await openPromise(path, { autoClose: false, lazyEntries: true });
  } catch (error) {
    yield quarantine('TRUNCATED_FILE', `it is not a whole ZIP archive: ${reasonOf(error)}`);
    return;
  }
  try {
    const entries = await entriesOf(archive);
    if ('reason' in entries) return yield entries;
    const header = await headerOf(archive, entries, maxBytes);
    if ('reason' in header) return yield header;
    for (const entry of entries.filter(({ fileName }) => /^samples\/[^/]+\.json$/.test(fileName))) {
      const sample = await readEntry(archive, entry, maxBytes);
      yield 'reason' in sample ? sample : readGuarded(() => inspectSample(sample.value, header));
    }
  } finally {
    archive.close();
  }
}

async function entriesOf(archive: ZipFile): Promise<Entry[] | Quarantined> {
  const entries: Entry[] = [];
  if (archive.entryCount > MAX_ENTRIES) return quarantine('ROW_TOO_LARGE', `it has ${archive.entryCount} entries`);
  try {
    for await (const entry of archive.eachEntry()) entries.push(entry);
  } catch (error) {
    return quarantine('TRUNCATED_FILE', `its directory cannot be read: ${reasonOf(error)}`);
  }
  return entries;
}

/** An interrupted log has its header only in the journal. */
async function headerOf(
  archive: ZipFile,
  entries: readonly Entry[],
  maxBytes: number,
): Promise<InspectHeader | Quarantined> {
  const entry = ['header.json', '_journal/start.json']
    .map((name) => entries.find(({ fileName }) => fileName === name))
    .find((found) => found !== undefined);
  if (entry === undefined) return quarantine('SCHEMA_UNKNOWN', 'the archive is not a log of Inspect');
  const document = await readEntry(archive, entry, maxBytes);
  if ('reason' in document) return document;
  return inspectHeader(document.value) ?? quarantine('NOT_AN_ATTEMPT', 'Inspect: the header names no task and model');
}

async function readEntry(
  archive: ZipFile,
  entry: Entry,
  maxBytes: number,
): Promise<{ readonly value: unknown } | Quarantined> {
  const { fileName, compressedSize, compressionMethod } = entry;
  const about = fileName.slice(0, 100);
  if (compressedSize > maxBytes) return quarantine('ROW_TOO_LARGE', `${about} is longer than ${maxBytes} bytes`);
  let bytes: Buffer;
  try {
    const packed = await buffer(await archive.openReadStreamPromise(entry, { decodeFileData: false }));
    if (compressionMethod === STORED) bytes = packed;
    else if (compressionMethod === DEFLATED) bytes = await inflate(packed, { maxOutputLength: maxBytes });
    else if (compressionMethod === ZSTANDARD) bytes = await unpackZstd(packed, { maxOutputLength: maxBytes });
    else return quarantine('UNREADABLE', `${about} is compressed by method ${compressionMethod}`);
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    const detail = tooLarge ? `${about} unpacks to more than ${maxBytes} bytes` : `${about}: ${reasonOf(error)}`;
    return quarantine(tooLarge ? 'ROW_TOO_LARGE' : 'TRUNCATED_FILE', detail);
  }
  const json = parseLogJson(bytes);
  return json.ok ? { value: json.value } : quarantine(json.flaw.reason, `${about}: ${json.flaw.detail}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
