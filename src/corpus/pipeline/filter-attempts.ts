import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../../store/files.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { openTokenizer } from '../filter/open-tokenizer.ts';
import type { WithheldProblems } from '../filter/problem-standing.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import type { Quarantined } from '../intake/quarantine.ts';
import type { InputFormat } from '../intake/read-attempt.ts';
import { type Licences, writeLicences } from '../release/known-licences.ts';
import { digestFile, type PlannedBatch, type RowLocation } from './batch.ts';
import { FilterWorkers } from './filter-workers.ts';
import { GatheredBatches } from './gathered-batches.ts';
import type { RowSource } from './input-rows.ts';
import { cutBatches, spreadBatches } from './spread-batches.ts';
import { closeWorkFolder, openDigestFolder, openWorkFolder, tidyDigestFolder } from './work-folder.ts';
import { type FilterSummary, writeCorpus } from './write-corpus.ts';

export interface FilterSourcesOptions extends FilterOptions {
  readonly sources: readonly RowSource[];
  /** Format of the rows; detected row by row if not set. */
  readonly format?: InputFormat | undefined;
}

/** Batches that are digested once and reused by later runs into the same folder. */
export interface FilterPlannedOptions extends FilterOptions {
  readonly planned: (counter: string) => AsyncIterable<PlannedBatch>;
  /** Digests again what earlier runs have digested. */
  readonly afresh?: boolean;
}

interface FilterOptions {
  readonly out: string;
  readonly config: FilterConfig;
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: WithheldProblems;
  /** Whether the withheld problems are known; recorded in the summary. */
  readonly withheldChecked: boolean;
  readonly threads: number;
  /** Folder of a model's tokenizer for exact lengths; estimated if omitted. */
  readonly tokenizer?: string | undefined;
  /** Whether the first row that cannot be read or trusted ends the run, and every run that resumes it. */
  readonly strict: boolean;
  /** Known licences of the input; written next to the rows. */
  readonly licences?: Licences;
  readonly onRows?: (rows: number) => void;
}

/**
 * Filters attempts into `trajectories.jsonl`. Rows are read in this thread and digested in others, batch by batch.
 * Decisions that depend on other attempts are made at the end. Batches are kept until then, so that an interrupted run
 * can be resumed.
 */
export async function filterAttempts(options: FilterSourcesOptions | FilterPlannedOptions): Promise<FilterSummary> {
  return await withFolderLock(options.out, () => filterAll(options), TIMEOUT_MILLISECONDS);
}

/** Short, because another process in the folder works on the same batches and there is no point in waiting for it. */
const TIMEOUT_MILLISECONDS = 1_000;

async function filterAll(options: FilterSourcesOptions | FilterPlannedOptions): Promise<FilterSummary> {
  const { out, config, queries, withheld, threads, strict } = options;
  const tokenizer = options.tokenizer ?? null;
  // An arena contains only evidence: an upload must not pass for a log.
  const format = 'planned' in options ? 'evidence' : (options.format ?? null);
  const counter = tokenizer === null ? estimatedTokens : openTokenizer(tokenizer);
  const work =
    'planned' in options
      ? openDigestFolder(out, options.afresh === true)
      : openWorkFolder(out, { config, sources: options.sources, queries, withheld, counter: counter.name, format });
  const batches = 'planned' in options ? options.planned(counter.name) : cutBatches(options.sources);
  const gathered = new GatheredBatches(work.path, config);
  const workers = new FilterWorkers(threads, { config, queries, withheld, folder: work.path, format, tokenizer });
  let rows = 0;
  let resumed = 0;
  let unsigned: ReadonlySet<string>;
  try {
    await spreadBatches(batches, {
      workers,
      isDone: ({ name, size }) => {
        const done = existsSync(join(work.path, digestFile(name)));
        if (done) resumed += size;
        return done;
      },
      onBatch: async (name, report) => {
        const flawed = await gathered.take(name);
        if (strict && flawed !== null) throw unreadable(flawed, flawed.flaw);
        if (report === null) return;
        rows += report.rows;
        options.onRows?.(rows);
      },
    });
    unsigned = await workers.unsigned(gathered.settlement.runs);
  } finally {
    await workers.stop();
  }
  // Only after the threads have released their memory: settling takes as much memory again as was gathered.
  const licences = options.licences ?? new Map();
  const settled = gathered.settlement.settle(unsigned, licences);
  const aside = settled.decisions.find((decision) => decision.kind === 'quarantined');
  if (strict && aside !== undefined) throw unreadable(aside.row, aside.flaw);
  // Written before the rows. Otherwise it would be unknown that some of them must not be published.
  await writeLicences(out, licences);
  const summary = await writeCorpus({ ...options, counter, gathered, settled, resumed });
  if ('planned' in options) tidyDigestFolder(work, gathered.lasting);
  else closeWorkFolder(work);
  return summary;
}

function unreadable({ file, line }: RowLocation, { reason, detail }: Quarantined): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${file}, line ${line}: ${reason}: ${detail}.`,
    remedy: 'Fix or remove the row, or leave out --strict to quarantine such rows.',
  });
}
