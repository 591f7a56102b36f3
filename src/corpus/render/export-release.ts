import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters.ts';
import { Random } from '../../random/random.ts';
import { withFolderLock } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import {
  type HashedFile,
  type WriteLine,
  writeHashed,
  writeHashedBytes,
  writeHashedText,
} from '../release/hashed-file.ts';
import { type OpenedRelease, openRelease } from '../release/open-release.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import type { CorpusFormat, Loss } from './corpus-format.ts';
import { ParquetWriter } from './parquet-writer.ts';
import { renderRow } from './render-row.ts';

export interface ExportOrder {
  readonly release: string;
  readonly format: CorpusFormat;
  readonly out: string;
  /** Decides the order, where a format wants strangers for neighbours. */
  readonly seed: number;
}

interface SplitExport extends HashedFile {
  /** Rows of the split, and those of which some line came out. */
  readonly rows: number;
  readonly rows_rendered: number;
  readonly lines: number;
  readonly labels?: { readonly desirable: number; readonly undesirable: number };
}

/** `export.json`: what was made of what, and what was lost on the way. */
export interface ExportSummary {
  readonly kind: 'assay-corpus-export';
  readonly format: string;
  readonly release: { readonly name: string; readonly manifest: string };
  readonly seed: number | null;
  readonly splits: Readonly<Record<SplitName, SplitExport>>;
  /** Rows whose reasoning was written afterwards, in files of their own; only where the release has them and the form takes them. */
  readonly rewritten?: Readonly<Record<SplitName, SplitExport>>;
  readonly companions: readonly HashedFile[];
  readonly losses: Readonly<Partial<Record<Loss, number>>>;
  /** Rows with a line that its target would render otherwise. */
  readonly rendered_otherwise: readonly string[];
}

/** Somebody else who exports there is not waited for: both would write the same files. */
const PATIENCE_MILLISECONDS = 1_000;

export async function exportRelease(order: ExportOrder): Promise<ExportSummary> {
  const release = await openRelease(order.release);
  return await withFolderLock(order.out, () => exportOpened(release, order), PATIENCE_MILLISECONDS);
}

async function exportOpened(release: OpenedRelease, order: ExportOrder): Promise<ExportSummary> {
  const { format, out } = order;
  const ledger: Ledger = { losses: new Map(), otherwise: [] };
  const splits = {} as Record<SplitName, SplitExport>;
  for (const split of SPLIT_NAMES) {
    splits[split] = await exportSplit(release, { split, stem: split, rows: release.rows(split) }, order, ledger);
  }
  const rewritten = await exportRewritten(release, order, ledger);
  const files = Object.fromEntries([
    ...SPLIT_NAMES.map((split) => [split, splits[split].file] as const),
    ...SPLIT_NAMES.flatMap((split) => (rewritten ? [[`${split}_rewritten`, rewritten[split].file] as const] : [])),
  ]);
  const companions: HashedFile[] = [];
  for (const [file, text] of Object.entries(format.companions?.(files, release.manifest.name) ?? {})) {
    companions.push(await writeHashedText(join(out, file), file, text));
  }
  const losses = [...ledger.losses].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const summary: ExportSummary = {
    kind: 'assay-corpus-export',
    format: format.name,
    release: { name: release.manifest.name, manifest: sha256(release.manifestText) },
    seed: format.shuffled ? order.seed : null,
    splits,
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
}

/** Rows that must not be taken for what a model said: to files of their own with a mark in each line, or not at all. */
async function exportRewritten(
  release: OpenedRelease,
  order: ExportOrder,
  ledger: Ledger,
): Promise<Record<SplitName, SplitExport> | undefined> {
  const { format, out } = order;
  const splits = {} as Record<SplitName, SplitExport>;
  for (const split of SPLIT_NAMES) {
    const stem = `${split}.rewritten`;
    // One that an earlier export left there would belong to no release.
    rmSync(join(out, fileOf(stem, format)), { force: true });
    if (release.manifest.rewritten === undefined) continue;
    const rows = release.rewritten(split);
    const mark = format.marksRewritten === true ? {} : MARK;
    if (format.takesRewritten) splits[split] = await exportSplit(release, { split, stem, rows, mark }, order, ledger);
    else for await (const _ of rows) count(ledger, 'ROW_REWRITTEN');
  }
  return Object.keys(splits).length === 0 ? undefined : splits;
}

/** In every line that does not say so itself; a Parquet file has its columns and is marked by its name alone. */
const MARK = { source: 'rewritten' } as const;

function fileOf(stem: string, { columns }: CorpusFormat): string {
  return `${stem}.${columns === undefined ? 'jsonl' : 'parquet'}`;
}

function count({ losses }: Ledger, loss: Loss, times = 1): void {
  losses.set(loss, (losses.get(loss) ?? 0) + times);
}

interface ExportedRows {
  readonly split: SplitName;
  /** Of the file's name. */
  readonly stem: string;
  readonly rows: AsyncIterable<ReleaseRow>;
  readonly mark?: Readonly<Record<string, unknown>>;
}

async function exportSplit(
  release: OpenedRelease,
  { split, stem, rows: given, mark }: ExportedRows,
  { format, out, seed }: ExportOrder,
  ledger: Ledger,
): Promise<SplitExport> {
  const tools = release.tools(split);
  const keys = new Set<string>();
  const labels = { desirable: 0, undesirable: 0 };
  let rows = 0;
  let rendered = 0;
  let lines = 0;
  const writeAll = async (write: (line: Readonly<Record<string, unknown>>) => Promise<void>): Promise<void> => {
    for await (const row of given) {
      rows++;
      const result = renderRow(format, row, tools(row.tools_ref));
      for (const loss of result.losses) count(ledger, loss);
      if (result.losses.includes('RENDERS_OTHERWISE')) ledger.otherwise.push(row.id);
      const fresh = result.lines.filter(({ key }) => key === undefined || !keys.has(key));
      const repeated = result.lines.length - fresh.length;
      if (repeated > 0) count(ledger, 'SAME_PROMPT', repeated);
      for (const { line, key } of fresh) {
        if (key !== undefined) keys.add(key);
        if (typeof line.label === 'boolean') labels[line.label ? 'desirable' : 'undesirable']++;
        lines++;
        await write({ ...line, ...mark });
      }
      if (fresh.length > 0) rendered++;
    }
  };
  const file = fileOf(stem, format);
  const path = join(out, file);
  const written =
    format.columns === undefined
      ? await writeHashed(path, file, async (write) => {
          const writeLines = (put: WriteLine) => writeAll(async (line) => await put(JSON.stringify(line)));
          if (format.shuffled) await writeShuffled(`${path}.unshuffled`, new Random(seed), writeLines, write);
          else await writeLines(write);
        })
      : await writeHashedBytes(path, file, async (put) => {
          const table = new ParquetWriter(format.columns!, put);
          await writeAll(async (line) => await table.add(line));
          await table.end();
        });
  return {
    ...written,
    rows,
    rows_rendered: rendered,
    lines,
    ...(labels.desirable + labels.undesirable > 0 && { labels }),
  };
}

/** Through a file, because every step carries its whole conversation and all of them do not fit into memory. */
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
