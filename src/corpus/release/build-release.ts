import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/index/market-index.ts';
import { SPLIT_NAMES, type SplitName } from '../../problems/clusters/split-by-cluster.ts';
import { wordSimilarity } from '../../problems/clusters/word-similarity.ts';
import type { Problem } from '../../problems/problem.ts';
import { canonicalJson } from '../../store/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { auditRelease, type ReleaseAudit } from './audit-release.ts';
import { cardMarkdown } from './card-markdown.ts';
import { corpusCard } from './corpus-card.ts';
import { type FilteredCorpus, openFiltered } from './filtered-corpus.ts';
import { type HashedFile, hashFile, type WriteLine, writeHashed, writeHashedText } from './hashed-file.ts';
import { type ApartReason, placeProblems } from './place-problems.ts';
import { QuotedProblems } from './quoted-problems.ts';
import { readRows } from './read-rows.ts';
import { MANIFEST_FILE, type ReleaseManifest } from './release-manifest.ts';
import { type FilteredRow, releaseRow, releaseRowSchema } from './release-row.ts';
import { rowProblems } from './row-problems.ts';
import { RowTally } from './row-tally.ts';
import type { SettledProblem } from './settled-problems.ts';

export interface ReleaseOrder {
  readonly input: string;
  readonly out: string;
  readonly name: string;
  /** Problems with their answers. Of those that are missing only the words are known. */
  readonly problems: readonly Problem[];
  readonly settled: readonly SettledProblem[];
  /** `undefined` where no bank says what is sealed. */
  readonly sealed: readonly Problem[] | undefined;
  readonly heldOut: readonly Problem[];
  readonly market: MarketIndex | undefined;
  /** By the hash of an agent's source. */
  readonly licences: ReadonlyMap<string, string>;
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly seed: number;
}

export interface BuiltRelease {
  readonly manifest: ReleaseManifest;
  readonly audit: ReleaseAudit;
  /** For the operator alone: which rows are missing tells what is sealed. */
  readonly apart: readonly { readonly id: string; readonly reason: ApartReason }[];
}

/** Splits a filtered corpus, writes it, reads back what was written, audits that, and writes the manifest last. */
export async function buildRelease(order: ReleaseOrder): Promise<BuiltRelease> {
  const { out, sealed, heldOut, market } = order;
  const corpus = openFiltered(order.input);
  const known = new Map(
    [...order.settled.map(({ problem }) => problem), ...order.problems].map((problem) => [problem.id, problem]),
  );
  const problems = await rowProblems(corpus, known);
  const apartProblems = [
    ...(sealed ?? []).map((problem) => ({ problem, reason: 'SEALED' as const })),
    ...heldOut.map((problem) => ({ problem, reason: 'HELD_OUT' as const })),
  ];
  const placed = placeProblems({ ...order, problems: [...problems.values()], apart: apartProblems });
  const quoted = { SEALED: new QuotedProblems(sealed ?? []), HELD_OUT: new QuotedProblems(heldOut) };
  const reasonFor = (row: FilteredRow): ApartReason | undefined =>
    placed.apart.get(row.problem_id) ?? (['SEALED', 'HELD_OUT'] as const).find((reason) => quoted[reason].isIn(row));
  // Without its manifest a folder is no release: what is found there after a crash is known to be unfinished.
  rmSync(join(out, MANIFEST_FILE), { force: true });
  const apart: { id: string; reason: ApartReason }[] = [];
  const written = await writeSplits(out, async (write) => {
    for await (const row of corpus.rows()) {
      const reason = reasonFor(row);
      if (reason !== undefined) apart.push({ id: row.id, reason });
      else {
        const { split, cluster } = placed.places.get(row.problem_id)!;
        await write[split](canonicalJson(releaseRow(row, { split, cluster }, order.licences)));
      }
    }
  });
  const { tally, index } = await readBack(out);
  const audit = auditRelease({
    sets: SPLIT_NAMES.map((name) => ({
      name,
      problems: [...tally.problemsOf(name).keys()].map((id) => problems.get(id)!),
    })),
    clusters: SPLIT_NAMES.map((name) => tally.clustersOf(name)),
    sealed,
    heldOut,
    market,
  });
  if (!audit.clean) throw new Error('rows were split by cluster, and yet the audit finds a link');
  const manifest = await describe(order, corpus, { tally, audit, index, written, apart: countReasons(apart) });
  await writeHashedText(join(out, MANIFEST_FILE), MANIFEST_FILE, JSON.stringify(manifest, null, 2));
  return { manifest, audit, apart };
}

type SplitFiles = Readonly<Record<SplitName, HashedFile>>;

async function writeSplits(
  out: string,
  write: (writers: Readonly<Record<SplitName, WriteLine>>) => Promise<void>,
): Promise<SplitFiles> {
  const files: Partial<Record<SplitName, HashedFile>> = {};
  const writers: Partial<Record<SplitName, WriteLine>> = {};
  const open = async (names: readonly SplitName[]): Promise<void> => {
    const [name, ...rest] = names;
    if (name === undefined) return await write(writers as Record<SplitName, WriteLine>);
    mkdirSync(join(out, name), { recursive: true });
    const file = `${name}/trajectories.jsonl`;
    files[name] = await writeHashed(join(out, file), file, async (line) => {
      writers[name] = line;
      await open(rest);
    });
  };
  await open(SPLIT_NAMES);
  return files as SplitFiles;
}

/** From the files themselves, so that the card and the audit speak of what is there. */
async function readBack(out: string): Promise<{ tally: RowTally; index: HashedFile }> {
  const tally = new RowTally();
  const file = 'rows.jsonl';
  const index = await writeHashed(join(out, file), file, async (line) => {
    for (const split of SPLIT_NAMES) {
      for await (const row of readRows(join(out, split, 'trajectories.jsonl'), releaseRowSchema)) {
        if (row.split !== split) throw new Error(`row ${row.id} is of ${row.split} and was written to ${split}`);
        tally.add(row);
        const { id, problem_id, leak_cluster } = row;
        await line(canonicalJson({ id, split, problem_id, leak_cluster, sha256: sha256(canonicalJson(row)) }));
      }
    }
  });
  return { tally, index };
}

interface Findings {
  readonly tally: RowTally;
  readonly audit: ReleaseAudit;
  readonly index: HashedFile;
  readonly written: SplitFiles;
  readonly apart: Readonly<Record<string, number>>;
}

async function describe(order: ReleaseOrder, corpus: FilteredCorpus, found: Findings): Promise<ReleaseManifest> {
  const { out, name } = order;
  const { tally, written } = found;
  const splits = {} as ReleaseManifest['splits'];
  for (const split of SPLIT_NAMES) {
    const tools = await writeTools(out, split, corpus, tally.toolsOf(split));
    splits[split] = { ...tally.split(split), trajectories: written[split], tools };
  }
  const auditFile = await writeHashedText(join(out, 'audit.json'), 'audit.json', JSON.stringify(found.audit, null, 2));
  const files = [...SPLIT_NAMES.flatMap((split) => [splits[split].trajectories, splits[split].tools]), found.index];
  const { audit, apart } = found;
  const card = corpusCard({ name, tally, audit, apart, summary: corpus.summary, files: [...files, auditFile] });
  return {
    kind: 'assay-corpus',
    version: 1,
    name,
    rows: card.rows,
    source: {
      trajectories: await hashFile(corpus.rowsPath),
      filter: sha256(corpus.summaryText),
      config_version: corpus.summary.config.version,
      config_fingerprint: corpus.summary.config_fingerprint,
    },
    split: {
      seed: order.seed,
      shares: order.shares,
      similarity: { name: wordSimilarity.name, threshold: wordSimilarity.threshold },
      settled: order.settled.length,
    },
    apart,
    splits,
    rows_index: found.index,
    audit: auditFile,
    card: await writeHashedText(join(out, 'card.json'), 'card.json', JSON.stringify(card, null, 2)),
    card_text: await writeHashedText(join(out, 'CARD.md'), 'CARD.md', cardMarkdown(card)),
  };
}

async function writeTools(
  out: string,
  split: SplitName,
  corpus: FilteredCorpus,
  references: ReadonlySet<string>,
): Promise<HashedFile> {
  const tools: Record<string, string> = {};
  for (const reference of [...references].sort()) {
    const text = corpus.tools.get(reference);
    if (text === undefined) {
      throw new Fault('INPUT_INVALID', {
        message: `A row refers to tool schemas ${reference} that tools.json does not hold.`,
        remedy: 'Write the folder again with `assay corpus filter`.',
      });
    }
    tools[reference] = text;
  }
  const file = `${split}/tools.json`;
  return await writeHashedText(join(out, file), file, JSON.stringify(tools, null, 2));
}

function countReasons(apart: BuiltRelease['apart']): Record<ApartReason, number> {
  const count = (wanted: ApartReason) => apart.filter(({ reason }) => reason === wanted).length;
  return { SEALED: count('SEALED'), HELD_OUT: count('HELD_OUT') };
}
