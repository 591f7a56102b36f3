import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Fault } from '../../fault/fault.ts';
import { replaceFile } from '../../store/files.ts';
import type { VersionAgency } from '../agency/judge-version.ts';
import type { Failure } from '../filter/apply-rules.ts';
import { configFingerprint, type FilterConfig } from '../filter/filter-config.ts';
import { REASONS, type Reason } from '../filter/filter-rule.ts';
import type { TokenCounter } from '../filter/token-counter.ts';
import { QUARANTINE_REASONS, type QuarantineReason } from '../intake/quarantine.ts';
import type { GatheredBatches } from './gathered-batches.ts';
import type { Decision, Settled, SettledAttempt } from './settle.ts';

/** The contents of `filter.json`, except `resumed`. */
export interface FilterSummary {
  readonly config: FilterConfig;
  readonly config_fingerprint: string;
  readonly token_counter: { readonly name: string; readonly exact: boolean };
  /** Whether sealed and unexpired problems were known; without a bank they are not. */
  readonly withheld_checked: boolean;
  readonly rows: number;
  /** Rows that an earlier, interrupted run had digested. */
  readonly resumed: number;
  readonly kept: number;
  /** Rows from logs that no gateway recorded, written separately to `claimed.jsonl` and not counted in `kept`. */
  readonly claimed: number;
  readonly rejected: number;
  readonly quarantined: number;
  /** Rejections by the deciding rule, and by every rule that failed. */
  readonly deciding: Readonly<Record<Reason, number>>;
  readonly failing: Readonly<Record<Reason, number>>;
  readonly quarantine: Readonly<Record<QuarantineReason, number>>;
  readonly agency: Readonly<Record<string, number>>;
  readonly versions: Readonly<Record<string, VersionAgency>>;
}

export interface WriteCorpusOptions {
  readonly out: string;
  readonly config: FilterConfig;
  readonly counter: Pick<TokenCounter, 'name' | 'exact'>;
  readonly withheldChecked: boolean;
  readonly gathered: GatheredBatches;
  readonly settled: Settled;
  readonly resumed: number;
}

/** Writes the files of a filtered corpus, each atomically. */
export async function writeCorpus(options: WriteCorpusOptions): Promise<FilterSummary> {
  const { out, config, gathered } = options;
  const { decisions, versions } = options.settled;
  await writeDecided(out, decisions, gathered.rows());
  await writeText(join(out, 'tools.json'), `${JSON.stringify(sortedByKey(gathered.tools), null, 2)}\n`);
  const rejected = decisions.flatMap((decision) => (decision.kind === 'rejected' ? [decision.failures] : []));
  const flaws = decisions.flatMap((decision) => (decision.kind === 'quarantined' ? [decision.flaw.reason] : []));
  const kept = decisions.filter((decision) => decision.kind === 'kept');
  const claimed = kept.filter(({ row }) => row.claimed).length;
  const summary: FilterSummary = {
    config,
    config_fingerprint: configFingerprint(config),
    token_counter: { name: options.counter.name, exact: options.counter.exact },
    withheld_checked: options.withheldChecked,
    rows: decisions.length,
    resumed: options.resumed,
    kept: kept.length - claimed,
    claimed,
    rejected: rejected.length,
    quarantined: flaws.length,
    deciding: countBy(
      REASONS,
      rejected.map(([first]) => first!.reason),
    ),
    failing: countBy(
      REASONS,
      rejected.flatMap((failures) => failures.map(({ reason }) => reason)),
    ),
    quarantine: countBy(QUARANTINE_REASONS, flaws),
    agency: gathered.agency,
    versions: sortedByKey(Object.fromEntries(versions)),
  };
  // How often a run was interrupted is irrelevant to its result.
  const { resumed: _, ...lasting } = summary;
  await writeText(join(out, 'filter.json'), `${JSON.stringify(lasting, null, 2)}\n`);
  return summary;
}

async function writeDecided(out: string, decisions: readonly Decision[], rows: AsyncGenerator<string>): Promise<void> {
  const files = ['trajectories.jsonl', 'claimed.jsonl', 'rejected.jsonl', 'quarantine.jsonl'].map((name) =>
    join(out, name),
  );
  await writeAllLines(files, async ([writeKept, writeClaimed, writeRejected, writeQuarantined]) => {
    for (const decision of decisions) {
      const { file, line, candidate } = decision.row;
      const row = candidate === null ? undefined : await rows.next();
      if (row?.done === true) throw unmatched(out);
      if (decision.kind === 'quarantined') {
        await writeQuarantined!(JSON.stringify({ file, line, ...decision.flaw }));
      } else if (decision.kind === 'rejected') {
        await writeRejected!(rejection(decision.row, decision.failures));
      } else {
        // Only candidates with a row are ranked.
        if (row === undefined) throw unmatched(out);
        const { rank, of, score } = decision.placing;
        const kept = { because: 'passed every rule', rank, of, score };
        // The row is already text, so it is not parsed only to add a field.
        const write = decision.row.claimed ? writeClaimed! : writeKept!;
        await write(`${row.value.slice(0, -1)},"kept":${JSON.stringify(kept)}}`);
      }
    }
    if ((await rows.next()).done !== true) throw unmatched(out);
  });
}

type WriteText = (text: string) => Promise<void>;

/** Opens one file inside the other, so that all are replaced or none. */
async function writeAllLines(
  [path, ...rest]: readonly string[],
  write: (lines: readonly WriteText[]) => Promise<void>,
): Promise<void> {
  if (path === undefined) return await write([]);
  await writeLines(path, async (line) => await writeAllLines(rest, async (lines) => await write([line, ...lines])));
}

/** Rows are matched with attempts by order alone, so one too few or too many would shift all others. */
function unmatched(out: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `What was gathered in ${join(out, '.work')} does not have exactly one row for each attempt.`,
    remedy: 'Remove that folder and filter again from the beginning.',
  });
}

function rejection(
  { id, problem, agent, run, file, line, agency, agency_number }: SettledAttempt,
  failures: readonly Failure[],
): string {
  const [first] = failures;
  const reasons = failures.map(({ reason }) => reason);
  const told = { reason: first!.reason, detail: first!.detail, reasons };
  const about = { attempt_id: id, run_id: run, problem_id: problem, agent, agency, agency_number };
  return JSON.stringify({ ...about, ...told, file, line });
}

async function writeLines(
  path: string,
  write: (line: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  await replaceFile(path, async (aside) => {
    const stream = createWriteStream(aside, { highWaterMark: 1024 ** 2 });
    const done = finished(stream);
    done.catch(() => {});
    await write(async (text) => {
      if (!stream.write(`${text}\n`)) await Promise.race([once(stream, 'drain'), done]);
    });
    stream.end();
    await done;
  });
}

async function writeText(path: string, text: string): Promise<void> {
  await writeLines(path, async (line) => await line(text.trimEnd()));
}

function countBy<Key extends string>(keys: readonly Key[], values: readonly Key[]): Record<Key, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  for (const value of values) counts[value]++;
  return counts;
}

function sortedByKey<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
