import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newestReleaseNumber, readRelease, recordRelease } from '../../arena/corpus.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import type { SplitName } from '../../problems/clusters.ts';
import { openBank, sealedProblems } from '../../problems/suites.ts';
import { sha256 } from '../../store/sha256.ts';
import type { FilterSummary } from '../pipeline/write-corpus.ts';
import { type BuiltRelease, buildRelease } from '../release/build-release.ts';
import { openRelease } from '../release/open-release.ts';
import { MANIFEST_FILE } from '../release/release-manifest.ts';
import { summariseRelease } from '../release/release-summary.ts';
import { type ArenaRecords, type FilterArenaOptions, filterArena } from './filter-arena.ts';
import { fetchRelease, storeFiles } from './release-files.ts';

export interface PublishCorpusOptions extends Omit<FilterArenaOptions, 'out' | 'strict'> {
  /** Folder in which the filtered corpus and releases are built; existing files are reused. */
  readonly folder: string;
  /** Returns the name of the release with this number. */
  readonly name: (release: number) => string;
  readonly market: MarketIndex | undefined;
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly seed: number;
  /** Recorded in the ledger as the publisher. */
  readonly who: string;
  /** Builds the release without publishing it. */
  readonly dryRun?: boolean;
}

export interface PublishedCorpus {
  /** `empty`: nothing to publish yet. `unchanged`: the newest release has the same rows. Neither is published. */
  readonly outcome: 'published' | 'built' | 'unchanged' | 'empty';
  readonly release_number: number;
  readonly folder: string;
  readonly filtered: FilterSummary;
  readonly built: BuiltRelease;
}

/**
 * Filters the arena's attempts, builds the release that follows the newest one, and publishes it. It never contains
 * rows whose contestants do not allow it, withdrawn rows, or rows of hidden problems, and no option can include them.
 */
export async function publishCorpus(arena: ArenaRecords, options: PublishCorpusOptions): Promise<PublishedCorpus> {
  const { reader } = arena.database;
  const { folder, name, market, shares, seed, who, dryRun, ...filter } = options;
  const input = join(folder, 'filtered');
  const { summary: filtered, problems } = await filterArena(arena, { ...filter, out: input, strict: false });
  const newest = await newestReleaseNumber(reader);
  const release_number = (newest ?? 0) + 1;
  const out = join(folder, 'releases', String(release_number));
  const built = await buildRelease({
    input,
    previous: newest === undefined ? undefined : await releaseFolder(arena, folder, newest),
    out,
    name: name(release_number),
    problems: problems.open,
    settled: [],
    sealed: await readSealed(options.bankFolder),
    heldOut: options.heldOut,
    hidden: problems.hidden,
    market,
    licences: new Map(),
    shares,
    seed,
  });
  const outcome = outcomeOf(built, dryRun === true);
  const published = { release_number, folder: out, filtered, built };
  if (outcome !== 'published') return { ...published, outcome };
  const opened = await openRelease(out);
  const publishedAt = arena.now();
  const release = {
    name: opened.manifest.name,
    publishedAt,
    manifestSha256: sha256(opened.manifestText),
    summary: {
      ...(await summariseRelease(out)),
      built_at: new Date(publishedAt).toISOString(),
      built_clock: 'arena' as const,
    },
    files: await storeFiles(arena.blobs, out, opened),
  };
  const number = await recordRelease(arena, release, { who, rows: opened.manifest.rows });
  return { ...published, release_number: number, outcome };
}

function outcomeOf({ manifest }: BuiltRelease, dryRun: boolean): PublishedCorpus['outcome'] {
  const { changes, rows } = manifest;
  if (changes === undefined && rows === 0) return 'empty';
  if (changes !== undefined && changes.rows.added === 0 && changes.rows.removed === 0) return 'unchanged';
  return dryRun ? 'built' : 'published';
}

/** The folder of a release that this machine has built or another one has published. */
async function releaseFolder({ database, blobs }: ArenaRecords, folder: string, number: number): Promise<string> {
  const stored = await readRelease(database.reader, number);
  const place = join(folder, 'published', stored.manifestSha256.slice(0, 16));
  if (!existsSync(join(place, MANIFEST_FILE))) await fetchRelease(blobs, stored, place);
  return place;
}

async function readSealed(bankFolder: string | undefined) {
  if (bankFolder === undefined) return undefined;
  const { state } = await openBank(bankFolder);
  return sealedProblems(bankFolder, state);
}
