import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { replaceFile } from '../../store/files.ts';
import type { Problem } from '../problem.ts';
import { writeProblems } from '../write-problems.ts';
import { EDGE_REASONS, type Edge } from './edge.ts';
import { similarityWith } from './embedding-similarity.ts';
import { findClusters } from './find-clusters.ts';
import { questionOf } from './question.ts';
import { hashOf, MANIFEST, NO_SPLIT, readSplit, type SplitManifest } from './read-split.ts';
import { isOneShop, shopEdges, shopOf } from './shop-edges.ts';
import { CrossingCluster, type SplitName, splitByCluster } from './split-by-cluster.ts';

export interface SplitProblemsOptions {
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  readonly market: MarketIndex;
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly seed: number;
  readonly out: string;
  /** Folder of an earlier split: its problems are included and keep their split. */
  readonly previous?: string;
  /** If set, problems are also compared by meaning. */
  readonly embedder?: TextEmbedder | undefined;
}

/** Splits by cluster, for shop problems also by shop. Writes the three files and every edge, and the manifest last. */
export async function splitProblems(options: SplitProblemsOptions): Promise<SplitManifest> {
  const { market, out } = options;
  requireOutside(options);
  const before = options.previous === undefined ? NO_SPLIT : await readSplit(options.previous);
  const given = new Set(options.problems.map((problem) => problem.id));
  const problems = [...before.problems.filter((problem) => !given.has(problem.id)), ...options.problems];
  requireDistinct(problems);
  requireShops(problems, market);
  const similarity = await similarityWith(options.embedder, problems);
  const extraEdges = shopEdges(problems, market);
  const { edges, clusters } = findClusters(problems.map(questionOf), { extraEdges, similarity });
  const splits = cut(options, problems, before.assignment, clusters, edges);
  const inputs = options.files.map((file) => ({ file: basename(file), sha256: hashOf(file) }));
  // A folder without a manifest is not a split, so files left by a crash are recognised as unfinished.
  rmSync(join(out, MANIFEST), { force: true });
  const writeSplit = async <Name extends SplitName>(name: Name) => {
    const file = `${name}.jsonl` as const;
    const members = problems.filter((_, place) => splits[place] === name);
    await writeProblems(join(out, file), members);
    const own = clusters.filter((cluster) => splits[cluster[0]!] === name).length;
    return { file, sha256: hashOf(join(out, file)), problems: members.length, clusters: own };
  };
  const entries = {
    train: await writeSplit('train'),
    dev: await writeSplit('dev'),
    heldout: await writeSplit('heldout'),
  };
  const lines = edges.map(({ left, right, ...edge }) =>
    JSON.stringify({ left: problems[left]!.id, right: problems[right]!.id, ...edge }),
  );
  await writeText(join(out, 'edges.jsonl'), lines.map((line) => `${line}\n`).join(''));
  const manifest: SplitManifest = {
    version: 1,
    seed: options.seed,
    similarity: { name: similarity.name, threshold: similarity.threshold },
    inputs,
    edges: Object.fromEntries(
      EDGE_REASONS.map((reason) => [reason, edges.filter((edge) => edge.reason === reason).length]),
    ) as SplitManifest['edges'],
    splits: entries,
    assignment: Object.fromEntries(problems.map((problem, place) => [problem.id, splits[place]!])),
  };
  await writeText(join(out, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Writing a split to the folder of its input would overwrite the input. */
function requireOutside({ files, out }: SplitProblemsOptions): void {
  const inside = files.find((file) => resolve(dirname(file)) === resolve(out));
  if (inside === undefined) return;
  throw new Fault('USAGE', {
    message: `${inside} is inside the output folder.`,
    remedy: 'Choose another folder with --out.',
  });
}

function cut(
  { shares, seed }: SplitProblemsOptions,
  problems: readonly Problem[],
  before: ReadonlyMap<string, SplitName>,
  clusters: readonly (readonly number[])[],
  edges: readonly Edge[],
): SplitName[] {
  const settled = new Map<number, SplitName>();
  for (const [place, { id }] of problems.entries()) if (before.has(id)) settled.set(place, before.get(id)!);
  try {
    return splitByCluster({ clusters, shares, seed, previous: settled });
  } catch (error) {
    if (!(error instanceof CrossingCluster)) throw error;
    const [left, right] = [error.left, error.right].map((place) => problems[place]!.id);
    const path = reasonsBetween(edges, error.left, error.right);
    throw new Fault('INPUT_INVALID', {
      message: `Problem ${left} is in ${before.get(left!)} and ${right} in ${before.get(right!)}, but they belong to one cluster (${path}).`,
      remedy: 'Leave one of them out, or create a new split without --split.',
      cause: error,
    });
  }
}

/** The reasons along a shortest path of edges, for the user who must decide which problem to remove. */
function reasonsBetween(edges: readonly Edge[], from: number, to: number): string {
  const neighbours = new Map<number, Edge[]>();
  for (const edge of edges) {
    for (const end of [edge.left, edge.right]) neighbours.set(end, [...(neighbours.get(end) ?? []), edge]);
  }
  const cameBy = new Map<number, { readonly edge: Edge; readonly before: number } | undefined>([[from, undefined]]);
  for (const member of cameBy.keys()) {
    for (const edge of neighbours.get(member) ?? []) {
      const other = edge.left === member ? edge.right : edge.left;
      if (!cameBy.has(other)) cameBy.set(other, { edge, before: member });
    }
  }
  const reasons: string[] = [];
  for (let step = cameBy.get(to); step !== undefined; step = cameBy.get(step.before)) reasons.unshift(step.edge.reason);
  return reasons.join(', ');
}

function requireDistinct(problems: readonly Problem[]): void {
  const seen = new Set<string>();
  for (const { id } of problems) {
    if (seen.has(id)) {
      throw new Fault('INPUT_INVALID', {
        message: `Problem ${id} is listed twice.`,
        remedy: 'Give every problem once; `assay problems import` drops repetitions.',
      });
    }
    seen.add(id);
  }
}

function requireShops(problems: readonly Problem[], market: MarketIndex): void {
  const unknown = problems.find((problem) => isOneShop(problem) && shopOf(problem, market) === undefined);
  if (unknown === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: `The shop of problem ${unknown.id} is unknown: its products are not in this market.`,
    remedy: 'Name the market the problems were made from with --market.',
  });
}

async function writeText(path: string, text: string): Promise<void> {
  await replaceFile(path, async (aside) => writeFileSync(aside, text));
}
