import type { Arena } from '../../arena/arena.ts';
import { strictestLicence } from '../../arena/submission.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Reader } from '../../store/database.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { filterAttempts } from '../pipeline/filter-attempts.ts';
import type { FilterSummary } from '../pipeline/write-corpus.ts';
import type { Licences } from '../release/known-licences.ts';
import { NO_LICENCE } from '../release/release-row.ts';
import { evidenceBatches } from './evidence-batches.ts';
import { type CorpusProblems, problemsForCorpus } from './problems-for-corpus.ts';

/** The parts of an arena that are read. Nothing is written to it. */
export type ArenaRecords = Pick<Arena, 'database' | 'blobs' | 'now'>;

export interface FilterArenaOptions {
  /** Folder of the bank of hidden problems. Without it, problems of races are never published. */
  readonly bankFolder: string | undefined;
  /** Problems reserved for evaluation. */
  readonly heldOut: readonly Problem[];
  readonly out: string;
  readonly config: FilterConfig;
  readonly threads: number;
  readonly tokenizer?: string | undefined;
  readonly strict: boolean;
  /** Name and version of the program. Batches digested by another one are digested again. */
  readonly program: string;
  /** Digests everything again, including batches of earlier runs. */
  readonly afresh?: boolean;
  readonly onRows?: (rows: number) => void;
}

export interface FilteredArena {
  readonly summary: FilterSummary;
  readonly problems: CorpusProblems;
}

/**
 * Filters every attempt whose evidence is in the arena, with the arena's problems and licences. Batches that an earlier
 * run into the same folder digested are not read again; the resulting files are the same.
 */
export async function filterArena(
  { database, blobs, now }: ArenaRecords,
  { bankFolder, heldOut, program, ...order }: FilterArenaOptions,
): Promise<FilteredArena> {
  const { reader } = database;
  const problems = await problemsForCorpus(reader, {
    bankFolder,
    heldOut: new Set(heldOut.map(({ id }) => id)),
    now: now(),
  });
  const { queries, withheld } = problems;
  const summary = await filterAttempts({
    ...order,
    planned: (counter) => evidenceBatches({ reader, blobs, problems, config: order.config, program, counter }),
    queries,
    withheld,
    withheldChecked: true,
    licences: await arenaLicences(reader),
  });
  return { summary, problems };
}

/**
 * The licence for every file the arena has. If a file was submitted under several licences, the most restrictive one
 * applies. A contestant who was never asked has allowed nothing.
 */
async function arenaLicences(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<Licences> {
  const rows = await reader
    .selectFrom('agent_versions')
    .select(['code_sha256', 'licence'])
    .orderBy('code_sha256')
    .execute();
  const byFile = Map.groupBy(rows, ({ code_sha256 }) => code_sha256);
  return new Map(
    [...byFile].map(([file, of]) => [file, strictestLicence(of.map(({ licence }) => licence ?? NO_LICENCE))!]),
  );
}
