import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { SPLIT_NAMES, type SplitName, wordSimilarity } from '../../problems/clusters.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ReleaseAudit } from './audit-release.ts';
import { cardMarkdown } from './card-markdown.ts';
import { corpusCard } from './corpus-card.ts';
import type { FilteredCorpus } from './filtered-corpus.ts';
import { type HashedFile, hashFile, writeHashedText } from './hashed-file.ts';
import type { ReleaseChanges } from './release-changes.ts';
import { type ReadBack, type RowFiles, rowFile } from './release-lines.ts';
import type { ReleaseManifest } from './release-manifest.ts';
import type { RewrittenCorpus } from './rewritten-corpus.ts';
import type { Counts } from './row-tally.ts';

export interface DescribeReleaseOptions {
  readonly out: string;
  readonly name: string;
  readonly seed: number;
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly settled: readonly unknown[];
}

export interface ReleaseSources {
  readonly corpus: FilteredCorpus;
  readonly rewritten: RewrittenCorpus | undefined;
}

export interface ReleaseFindings extends ReadBack {
  readonly audit: ReleaseAudit;
  readonly written: RowFiles;
  readonly earlier: HashedFile | undefined;
  readonly apart: Counts;
  readonly apartClaimed: Counts;
  readonly apartRewritten: Counts;
  readonly changes: ReleaseChanges | undefined;
}

/** Writes everything of a release except its rows: schemas, audit, card, and the manifest that names them all. */
export async function describeRelease(
  options: DescribeReleaseOptions,
  { corpus, rewritten }: ReleaseSources,
  found: ReleaseFindings,
): Promise<ReleaseManifest> {
  const { out, name } = options;
  const { tally, written, audit, apart, apartClaimed, apartRewritten, changes } = found;
  const schemas = new Map([...(rewritten?.tools ?? []), ...corpus.tools]);
  const splits = {} as ReleaseManifest['splits'];
  for (const split of SPLIT_NAMES) {
    const used = tally.toolsOf(split).union(found.claimed.toolsOf(split)).union(found.rewritten.toolsOf(split));
    const tools = await writeTools(out, split, schemas, used);
    const file = written.get(rowFile(split, 'rewritten'));
    const claims = written.get(rowFile(split, 'claimed'));
    splits[split] = {
      ...tally.split(split),
      trajectories: written.get(rowFile(split, 'trajectories'))!,
      tools,
      ...(claims !== undefined && { claimed: { ...found.claimed.split(split), trajectories: claims } }),
      ...(file !== undefined && { rewritten: { ...found.rewritten.split(split), trajectories: file } }),
    };
  }
  const auditFile = await writeHashedText(join(out, 'audit.json'), 'audit.json', JSON.stringify(audit, null, 2));
  const files = SPLIT_NAMES.flatMap((split) => {
    const { trajectories, tools, claimed, rewritten: of } = splits[split];
    return [trajectories, tools, ...[claimed, of].flatMap((kind) => (kind === undefined ? [] : [kind.trajectories]))];
  });
  const others = [found.index, ...(found.earlier === undefined ? [] : [found.earlier]), auditFile];
  const lefts = { apart, apartClaimed, apartRewritten };
  const about = { name, tally, audit, ...lefts, summary: corpus.summary, files: [...files, ...others] };
  const withheldChecked = corpus.summary.withheld_checked && rewritten?.summary.withheld_checked !== false;
  const tallies = { claimed: found.claimed, rewritten: rewritten && found.rewritten };
  const card = corpusCard({ ...about, ...tallies, withheldChecked, changes });
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
    ...(corpus.summary.claimed > 0 && {
      claimed: {
        rows: SPLIT_NAMES.reduce((sum, split) => sum + splits[split].claimed!.rows, 0),
        trajectories: await hashFile(corpus.claimedPath),
        apart: { ...apartClaimed },
      },
    }),
    ...(rewritten !== undefined && {
      rewritten: {
        rows: SPLIT_NAMES.reduce((sum, split) => sum + splits[split].rewritten!.rows, 0),
        trajectories: await hashFile(rewritten.rowsPath),
        summary: sha256(rewritten.summaryText),
        config_version: rewritten.summary.config.version,
        config_fingerprint: rewritten.summary.config_fingerprint,
        apart: { ...apartRewritten },
      },
    }),
    ...(changes !== undefined && { changes }),
    split: {
      seed: options.seed,
      shares: options.shares,
      similarity: { name: wordSimilarity.name, threshold: wordSimilarity.threshold },
      settled: options.settled.length,
    },
    apart: { ...apart },
    splits,
    rows_index: found.index,
    ...(found.earlier !== undefined && { earlier: found.earlier }),
    audit: auditFile,
    card: await writeHashedText(join(out, 'card.json'), 'card.json', JSON.stringify(card, null, 2)),
    card_text: await writeHashedText(join(out, 'CARD.md'), 'CARD.md', cardMarkdown(card)),
  };
}

async function writeTools(
  out: string,
  split: SplitName,
  schemas: ReadonlyMap<string, string>,
  references: ReadonlySet<string>,
): Promise<HashedFile> {
  const tools: Record<string, string> = {};
  for (const reference of [...references].sort()) {
    const text = schemas.get(reference);
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
