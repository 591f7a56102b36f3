import type { Readable } from 'node:stream';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';
import { linesWithPositions } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { CorpusRows } from '../corpus-rows-schema.ts';
import type { ReleaseSummary } from '../release-summary-schema.ts';
import { type ReleaseRow, releaseRowSchema } from './release-row.ts';

type ShortRow = CorpusRows['rows'][number];

/** The data of a row kept in memory, with its location in the file. */
export interface IndexedRow extends Omit<ShortRow, 'category'> {
  readonly position: number;
  readonly problemId: string;
  readonly file: string;
  readonly start: number;
  readonly bytes: number;
}

export interface RowIndex {
  readonly rows: readonly IndexedRow[];
  readonly byId: ReadonlyMap<string, IndexedRow>;
  /** Number of rows in the files beyond these. */
  readonly beyond: number;
}

/** Opens a file of the release or a part of it; `end` is inclusive. */
export type OpenFile = (name: string, range?: { readonly start: number; readonly end: number }) => Readable;

const ROW_FILE = /^(train|dev)\/(trajectories|claimed|rewritten)\.jsonl$/;
const ORIGIN = { trajectories: 'recorded', claimed: 'claimed', rewritten: 'rewritten' } as const;
const QUERY_CHARACTERS = 240;
/** Takes about 100 MB of memory. */
const MOST_ROWS = 100_000;
/** Longer conversations are not shown on a page. */
const MAX_SHOWN_BYTES = 8 * 1024 ** 2;

/** Finds the rows in the files that a release lists for download. The held-out split is not listed. */
export async function indexRows(files: ReleaseSummary['files'], open: OpenFile, most = MOST_ROWS): Promise<RowIndex> {
  const rows: IndexedRow[] = [];
  let beyond = 0;
  // Equal texts in many rows share one string.
  const known = new Map<string, string>();
  const shared = (text: string): string => {
    if (!known.has(text)) known.set(text, text);
    return known.get(text)!;
  };
  for (const { name } of files) {
    const [, split, kind] = ROW_FILE.exec(name) ?? [];
    if (split === undefined || kind === undefined) continue;
    for await (const { start, bytes, text } of linesWithPositions(open(name))) {
      if (rows.length >= most) {
        beyond++;
        continue;
      }
      const row = parseRow(text, name);
      rows.push({
        position: rows.length,
        problemId: shared(row.problem_id),
        file: name,
        start,
        bytes,
        id: row.id,
        origin: ORIGIN[kind as keyof typeof ORIGIN],
        split: split as ShortRow['split'],
        reason: shared(row.kept.because),
        model: shared(row.policy.name || 'unknown'),
        simulated: row.policy.simulated,
        agency: shared(agencyOf(row).verdict ?? 'unknown'),
        outcome: row.outcome === null ? 'unknown' : row.outcome.success ? 'success' : 'failure',
        calls: callsOf(row),
        tokens: row.tokens.rendered,
        query: row.query.slice(0, QUERY_CHARACTERS).toWellFormed(),
      });
    }
  }
  return { rows, byId: new Map(rows.map((row) => [row.id, row])), beyond };
}

/** Reads the row of an index entry from its file. */
export async function readIndexedRow({ file, start, bytes }: IndexedRow, open: OpenFile): Promise<ReleaseRow> {
  if (bytes > MAX_SHOWN_BYTES) {
    throw new Fault('FILE_TOO_LARGE', {
      message: `This row has ${bytes} bytes; at most ${MAX_SHOWN_BYTES} are shown on a page.`,
      remedy: `Download ${file}.`,
    });
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of open(file, { start, end: start + bytes - 1 }) as AsyncIterable<Buffer>) pieces.push(piece);
  return parseRow(Buffer.concat(pieces).toString('utf8'), file);
}

/** The hash as in `rows.jsonl`. */
export function rowHash(row: ReleaseRow): string {
  return sha256(canonicalJson(row));
}

export function agencyOf({ agency }: ReleaseRow): { readonly verdict?: string; readonly because?: string } {
  const { verdict, because } = (typeof agency === 'object' && agency !== null ? agency : {}) as Record<string, unknown>;
  return {
    ...(typeof verdict === 'string' && { verdict }),
    ...(typeof because === 'string' && { because }),
  };
}

function callsOf({ messages }: ReleaseRow): number {
  return messages.reduce((sum, each) => sum + (each.role === 'assistant' ? (each.tool_calls?.length ?? 0) : 0), 0);
}

function parseRow(text: string, file: string): ReleaseRow {
  const json = parseJson(text);
  const row = releaseRowSchema.safeParse(json.ok ? json.value : undefined);
  if (row.success) return row.data;
  throw new Fault('STORAGE_FAILED', { message: `A line of ${file} is not a row of a release.` });
}
