import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../../store/files.ts';
import type { FilterConfig } from '../filter/filter-config.ts';
import { openTokenizer } from '../filter/open-tokenizer.ts';
import type { WithheldProblems } from '../filter/problem-standing.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import type { Quarantined } from '../intake/quarantine.ts';
import { handOnLicences, type Licences } from '../release/known-licences.ts';
import { digestName, type RowPlace } from './batch.ts';
import { FilterCrew } from './filter-crew.ts';
import { GatheredBatches } from './gathered-batches.ts';
import type { RowSource } from './input-rows.ts';
import { cutBatches, spreadBatches } from './spread-batches.ts';
import { closeWorkFolder, openWorkFolder } from './work-folder.ts';
import { type FilterSummary, writeCorpus } from './write-corpus.ts';

export interface FirehoseOrder {
  readonly sources: readonly RowSource[];
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
export async function filterFirehose(order: FirehoseOrder): Promise<FilterSummary> {
  return await withFolderLock(order.out, () => filterAll(order), PATIENCE_MILLISECONDS);
}

/** Somebody else at work in the folder is not waited for: it has the same batches under its hands. */
const PATIENCE_MILLISECONDS = 1_000;

async function filterAll(order: FirehoseOrder): Promise<FilterSummary> {
  const { sources, out, config, queries, withheld, threads, strict } = order;
  const tokenizer = order.tokenizer ?? null;
  const counter = tokenizer === null ? estimatedTokens : openTokenizer(tokenizer);
  const work = openWorkFolder(out, { config, sources, queries, withheld, counter: counter.name });
  const gathered = new GatheredBatches(work.path, config);
  const crew = new FilterCrew(threads, { config, queries, withheld, folder: work.path, tokenizer });
  let rows = 0;
  let resumed = 0;
  let unsigned: ReadonlySet<string>;
  try {
    await spreadBatches(cutBatches(sources), {
      crew,
      isDone: ({ number, rows: { length } }) => {
        const done = existsSync(join(work.path, digestName(number)));
        if (done) resumed += length;
        return done;
      },
      onBatch: async (number, report) => {
        const flawed = await gathered.take(number);
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
  const settled = gathered.settlement.settle(unsigned);
  const aside = settled.decisions.find((decision) => decision.kind === 'quarantined');
  if (strict && aside !== undefined) throw unreadable(aside.row, aside.flaw);
  // Before the rows: without it nobody would know of some of them that they must not be given away.
  await handOnLicences(out, order.licences ?? new Map());
  const summary = await writeCorpus({ ...order, counter, gathered, settled, resumed });
  closeWorkFolder(work);
  return summary;
}

function unreadable({ file, line }: RowPlace, { reason, detail }: Quarantined): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${file}, line ${line}: ${reason}: ${detail}.`,
    remedy: 'Mend or remove it, or leave out --strict to have such rows put aside.',
  });
}
