import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { Random } from '../../random/random.ts';
import { makeFolder, readTextFile, withFolderLock } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import {
  type HashedFile,
  type WriteLine,
  writeHashed,
  writeHashedBytes,
  writeHashedText,
} from '../release/hashed-file.ts';
import { type OpenedRelease, openRelease } from '../release/open-release.ts';
import type { RowKind } from '../release/release-lines.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import type { CorpusFormat, Loss } from './corpus-format.ts';
import { type ParquetColumn, ParquetWriter } from './parquet-writer.ts';
import { renderRow } from './render-row.ts';

export interface ExportReleaseOptions {
  readonly release: string;
  readonly format: CorpusFormat;
  readonly out: string;
  /** Determines the order of lines in formats that need unrelated neighbours. */
  readonly seed: number;
  /** Size at which a new shard is started, in formats with shards. */
  readonly shardBytes?: number | undefined;
}

interface SplitExport extends HashedFile {
  /** If a split has several files, `file` is their pattern and `sha256` is the hash of their hashes, one per line. */
  readonly shards?: readonly HashedFile[];
  /** Rows of the split, and rows with at least one line. */
  readonly rows: number;
  readonly rows_rendered: number;
  readonly lines: number;
  readonly labels?: { readonly desirable: number; readonly undesirable: number };
}

/** `export.json`: the source, the result and the losses of an export. */
export interface ExportSummary {
  readonly kind: 'assay-corpus-export';
  readonly format: string;
  readonly release: { readonly name: string; readonly manifest: string };
  readonly seed: number | null;
  readonly splits: Readonly<Record<SplitName, SplitExport>>;
  /** Rows from logs, in separate files; only if the release has them and the format accepts them. */
  readonly claimed?: Readonly<Record<SplitName, SplitExport>>;
  /** Rewritten rows, in separate files; only if the release has them and the format accepts them. */
  readonly rewritten?: Readonly<Record<SplitName, SplitExport>>;
  readonly companions: readonly HashedFile[];
  readonly losses: Readonly<Partial<Record<Loss, number>>>;
  /** Rows with a line that its target would render differently. */
  readonly rendered_otherwise: readonly string[];
}

/** Short, because another export in the folder would write the same files and there is no point in waiting for it. */
const TIMEOUT_MILLISECONDS = 1_000;

export async function exportRelease(options: ExportReleaseOptions): Promise<ExportSummary> {
  const release = await openRelease(options.release);
  return await withFolderLock(options.out, () => exportOpened(release, options), TIMEOUT_MILLISECONDS);
}

async function exportOpened(release: OpenedRelease, options: ExportReleaseOptions): Promise<ExportSummary> {
  const { format, out } = options;
  const ledger: Ledger = { losses: new Map(), otherwise: [], licences: new Set() };
  const splits = {} as Record<SplitName, SplitExport>;
  for (const split of SPLIT_NAMES) {
    splits[split] = await exportSplit(release, { split, stem: split, rows: release.rows(split) }, options, ledger);
  }
  const claimed = await exportMarked('claimed', release, options, ledger);
  const rewritten = await exportMarked('rewritten', release, options, ledger);
  const exported = {
    name: release.manifest.name,
    card: readTextFile(join(options.release, release.manifest.card_text.file)),
    licences: [...ledger.licences].sort(),
    kinds: Object.entries({ trajectories: splits, claimed, rewritten }).flatMap(([kind, files]) =>
      files === undefined ? [] : [{ kind: kind as RowKind, splits: files }],
    ),
  };
  const companions: HashedFile[] = [];
  for (const [file, text] of Object.entries(format.companions?.(exported) ?? {})) {
    companions.push(await writeHashedText(join(out, file), file, text));
  }
  const losses = [...ledger.losses].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const summary: ExportSummary = {
    kind: 'assay-corpus-export',
    format: format.name,
    release: { name: release.manifest.name, manifest: sha256(release.manifestText) },
    seed: format.shuffled ? options.seed : null,
    splits,
    ...(claimed && { claimed }),
    ...(rewritten && { rewritten }),
    companions,
    losses: Object.fromEntries(losses),
    rendered_otherwise: ledger.otherwise,
  };
  await writeHashedText(join(out, 'export.json'), 'export.json', JSON.stringify(summary, null, 2));
  return summary;
}

interface Ledger {
  readonly losses: Map<Loss, number>;
  readonly otherwise: string[];
  readonly licences: Set<string>;
}

/** Exports rows that must not pass for recorded ones: to separate files with a mark in each line, or not at all. */
async function exportMarked(
  kind: 'claimed' | 'rewritten',
  release: OpenedRelease,
  options: ExportReleaseOptions,
  ledger: Ledger,
): Promise<Record<SplitName, SplitExport> | undefined> {
  const { format, out } = options;
  const splits = {} as Record<SplitName, SplitExport>;
  for (const split of SPLIT_NAMES) {
    const stem = `${split}.${kind}`;
    // A file left by an earlier export would belong to no release.
    if (format.sharded === true) removeShards(out, stem);
    else rmSync(join(out, fileOf(stem, format)), { force: true });
    if (release.manifest[kind] === undefined) continue;
    const rows = release[kind](split);
    const mark = format.marksRows === true ? undefined : MARKS[kind];
    if (format.takesMarked) splits[split] = await exportSplit(release, { split, stem, rows, mark }, options, ledger);
    else for await (const _ of rows) count(ledger, kind === 'claimed' ? 'ROW_CLAIMED' : 'ROW_REWRITTEN');
  }
  return Object.keys(splits).length === 0 ? undefined : splits;
}

type Mark = (row: ReleaseRow) => Readonly<Record<string, unknown>>;

/**
 * Added to every line that is not marked by its format. Parquet files have fixed columns; they are marked by file name
 * and by each id.
 */
const MARKS: Readonly<Record<'claimed' | 'rewritten', Mark>> = {
  // As text; otherwise Arrow would mix the fields of one log into those of the others.
  claimed: ({ source, claimed }) => ({ source, claimed: JSON.stringify(claimed) }),
  rewritten: ({ source }) => ({ source }),
};

function fileOf(stem: string, { columns }: CorpusFormat): string {
  return `${stem}.${columns === undefined ? 'jsonl' : 'parquet'}`;
}

function count({ losses }: Ledger, loss: Loss, times = 1): void {
  losses.set(loss, (losses.get(loss) ?? 0) + times);
}

interface ExportedRows {
  readonly split: SplitName;
  /** File name without extension. */
  readonly stem: string;
  readonly rows: AsyncIterable<ReleaseRow>;
  readonly mark?: Mark | undefined;
}

async function exportSplit(
  release: OpenedRelease,
  { split, stem, rows: given, mark }: ExportedRows,
  options: ExportReleaseOptions,
  ledger: Ledger,
): Promise<SplitExport> {
  const { format } = options;
  const tools = release.tools(split);
  const keys = new Set<string>();
  const labels = { desirable: 0, undesirable: 0 };
  let rows = 0;
  let rendered = 0;
  let lines = 0;
  async function* renderAll(): AsyncGenerator<Readonly<Record<string, unknown>>> {
    for await (const row of given) {
      rows++;
      const result = renderRow(format, row, tools(row.tools_ref));
      for (const loss of result.losses) count(ledger, loss);
      if (result.losses.includes('RENDERS_OTHERWISE')) ledger.otherwise.push(row.id);
      const fresh = result.lines.filter(({ key }) => key === undefined || !keys.has(key));
      const repeated = result.lines.length - fresh.length;
      if (repeated > 0) count(ledger, 'SAME_PROMPT', repeated);
      if (fresh.length > 0) {
        rendered++;
        ledger.licences.add(row.licence);
      }
      for (const { line, key } of fresh) {
        if (key !== undefined) keys.add(key);
        if (typeof line.label === 'boolean') labels[line.label ? 'desirable' : 'undesirable']++;
        lines++;
        yield { ...line, ...mark?.(row) };
      }
    }
  }
  const written = await writeFiles(renderAll(), stem, options);
  return {
    ...written,
    rows,
    rows_rendered: rendered,
    lines,
    ...(labels.desirable + labels.undesirable > 0 && { labels }),
  };
}

type Lines = AsyncGenerator<Readonly<Record<string, unknown>>>;

async function writeFiles(
  lines: Lines,
  stem: string,
  { format, out, seed, shardBytes }: ExportReleaseOptions,
): Promise<HashedFile & { readonly shards?: readonly HashedFile[] }> {
  if (format.sharded === true) return await writeShards(lines, stem, { out, columns: format.columns!, shardBytes });
  const file = fileOf(stem, format);
  const path = join(out, file);
  if (format.columns !== undefined) {
    return await writeHashedBytes(path, file, async (put) => {
      const table = new ParquetWriter(format.columns!, put);
      for await (const line of lines) await table.add(line);
      await table.end();
    });
  }
  return await writeHashed(path, file, async (write) => {
    const writeLines = async (put: WriteLine) => {
      for await (const line of lines) await put(JSON.stringify(line));
    };
    if (format.shuffled) await writeShuffled(`${path}.unshuffled`, new Random(seed), writeLines, write);
    else await writeLines(write);
  });
}

/** Small enough to be loaded in parallel, large enough that a dataset has few shards. */
const SHARD_BYTES = 256 * 1024 ** 2;

async function writeShards(
  lines: Lines,
  stem: string,
  {
    out,
    columns,
    shardBytes = SHARD_BYTES,
  }: { out: string; columns: readonly ParquetColumn[]; shardBytes?: number | undefined },
): Promise<HashedFile & { readonly shards: readonly HashedFile[] }> {
  removeShards(out, stem);
  const shards: HashedFile[] = [];
  let next = await lines.next();
  while (next.done !== true) {
    const file = `${SHARD_FOLDER}/${stem}-${String(shards.length).padStart(5, '0')}.parquet`;
    const shard = await writeHashedBytes(join(out, file), file, async (put) => {
      const table = new ParquetWriter(columns, put);
      while (next.done !== true && table.bytes < shardBytes) {
        await table.add(next.value);
        next = await lines.next();
      }
      await table.end();
    });
    shards.push(shard);
  }
  return {
    file: `${SHARD_FOLDER}/${stem}-*.parquet`,
    sha256: sha256(shards.map((shard) => `${shard.sha256}\n`).join('')),
    bytes: shards.reduce((sum, { bytes }) => sum + bytes, 0),
    shards,
  };
}

const SHARD_FOLDER = 'data';

/** Shards left by an earlier export would be loaded with the new ones. */
function removeShards(out: string, stem: string): void {
  makeFolder(join(out, SHARD_FOLDER));
  for (const name of readdirSync(join(out, SHARD_FOLDER))) {
    if (name.startsWith(`${stem}-`)) rmSync(join(out, SHARD_FOLDER, name));
  }
}

/** Uses a scratch file, because every step contains its whole conversation and all of them do not fit into memory. */
async function writeShuffled(
  scratch: string,
  random: Random,
  writeAll: (write: WriteLine) => Promise<void>,
  write: WriteLine,
): Promise<void> {
  const file = openSync(scratch, 'w+');
  try {
    const places: { readonly start: number; readonly length: number }[] = [];
    let end = 0;
    await writeAll(async (text) => {
      const length = writeSync(file, text);
      places.push({ start: end, length });
      end += length;
    });
    for (const { start, length } of random.sample(places, places.length)) {
      const bytes = Buffer.allocUnsafe(length);
      readSync(file, bytes, 0, length, start);
      await write(bytes.toString('utf8'));
    }
  } finally {
    closeSync(file);
    rmSync(scratch, { force: true });
  }
}
