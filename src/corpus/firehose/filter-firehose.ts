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
import { handOnLicences, type Licences } from '../release/known-licences.ts';
import { digestFile, type PlannedBatch, type RowPlace } from './batch.ts';
import { FilterCrew } from './filter-crew.ts';
import { GatheredBatches } from './gathered-batches.ts';
import type { RowSource } from './input-rows.ts';
import { cutBatches, spreadBatches } from './spread-batches.ts';
import { closeWorkFolder, openDigestFolder, openWorkFolder, tidyDigestFolder } from './work-folder.ts';
import { type FilterSummary, writeCorpus } from './write-corpus.ts';

export interface FirehoseOrder extends FilterOptions {
  readonly sources: readonly RowSource[];
  /** The form that rows are in; found out row by row where it is not set. */
  readonly format?: InputFormat | undefined;
}

/** Batches that are digested once and used again by later runs into the same folder. */
export interface PlannedOrder extends FilterOptions {
  readonly planned: (counter: string) => AsyncIterable<PlannedBatch>;
  /** Digests again what earlier runs have digested. */
  readonly afresh?: boolean;
}

interface FilterOptions {
  readonly out: string;
  readonly config: FilterConfig;
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: WithheldProblems;
  /** What was asked about problems that must not be in it; the summary says so. */
  readonly withheldChecked: boolean;
  readonly threads: number;
  /** Folder of a model's tokenizer, for exact lengths; estimated without. */
  readonly tokenizer?: string | undefined;
  /** The first row that cannot be read or trusted ends the run, and every later one that takes it up again. */
  readonly strict: boolean;
  /** What is known of the input; handed on beside the rows. */
  readonly licences?: Licences;
  readonly onRows?: (rows: number) => void;
}

/**
 * From attempts to `trajectories.jsonl`. Rows are read in this thread and looked at in others, batch by batch; what one
 * attempt says about another is decided at the end. Batches are kept until then, so that an interrupted run goes on
 * where it was.
 */
export async function filterFirehose(order: FirehoseOrder | PlannedOrder): Promise<FilterSummary> {
  return await withFolderLock(order.out, () => filterAll(order), PATIENCE_MILLISECONDS);
}

/** Somebody else at work in the folder is not waited for: it has the same batches under its hands. */
const PATIENCE_MILLISECONDS = 1_000;

async function filterAll(order: FirehoseOrder | PlannedOrder): Promise<FilterSummary> {
  const { out, config, queries, withheld, threads, strict } = order;
  const tokenizer = order.tokenizer ?? null;
  // An arena has evidence and nothing else: what somebody uploads in its place must not pass for a log.
  const format = 'planned' in order ? 'evidence' : (order.format ?? null);
  const counter = tokenizer === null ? estimatedTokens : openTokenizer(tokenizer);
  const work =
    'planned' in order
      ? openDigestFolder(out, order.afresh === true)
      : openWorkFolder(out, { config, sources: order.sources, queries, withheld, counter: counter.name, format });
  const batches = 'planned' in order ? order.planned(counter.name) : cutBatches(order.sources);
  const gathered = new GatheredBatches(work.path, config);
  const crew = new FilterCrew(threads, { config, queries, withheld, folder: work.path, format, tokenizer });
  let rows = 0;
  let resumed = 0;
  let unsigned: ReadonlySet<string>;
  try {
    await spreadBatches(batches, {
      crew,
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
        order.onRows?.(rows);
      },
    });
    unsigned = await crew.unsigned(gathered.settlement.runs);
  } finally {
    await crew.stop();
  }
  // Not before the threads have given back their memory: to settle takes as much again as was gathered.
  const licences = order.licences ?? new Map();
  const settled = gathered.settlement.settle(unsigned, licences);
  const aside = settled.decisions.find((decision) => decision.kind === 'quarantined');
  if (strict && aside !== undefined) throw unreadable(aside.row, aside.flaw);
  // Before the rows: without it nobody would know of some of them that they must not be given away.
  await handOnLicences(out, licences);
  const summary = await writeCorpus({ ...order, counter, gathered, settled, resumed });
  if ('planned' in order) tidyDigestFolder(work, gathered.lasting);
  else closeWorkFolder(work);
  return summary;
}

function unreadable({ file, line }: RowPlace, { reason, detail }: Quarantined): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${file}, line ${line}: ${reason}: ${detail}.`,
    remedy: 'Mend or remove it, or leave out --strict to have such rows put aside.',
  });
}
