import { Fault } from '../../fault/fault.ts';
import { changeBank } from './change-bank.ts';
import { assertBankExists } from './existing-bank.ts';
import type { LedgerRecord } from './ledger-event.ts';
import type { LedgerState } from './ledger-state.ts';
import { readPendingDraws } from './pending-draws.ts';

export interface RetireProblemsOptions {
  readonly folder: string;
  readonly problemIds: readonly string[];
  /** Published with the ids, such as "leaked" or "wrong answer". */
  readonly reason: string;
  /** Hotkey of the admin, if requested through the arena's API. */
  readonly by?: string;
  readonly now: () => Date;
}

export interface RetiredProblems {
  readonly retired: readonly string[];
  /** Already retired by an earlier call; unchanged. */
  readonly alreadyRetired: readonly string[];
  /** Draws committed earlier: they are binding and still use these problems, or may do so once their beacon exists. */
  readonly committedDraws: readonly { readonly race: string; readonly problemIds: readonly string[] }[];
}

export interface Retirement {
  readonly problemId: string;
  readonly reason: string;
  readonly by: string | undefined;
  readonly retiredAt: string;
}

/** Excludes problems from all later draws. They stay in the bank, and their results are kept. */
export async function retireProblems(options: RetireProblemsOptions): Promise<RetiredProblems> {
  const { folder, reason, by, now } = options;
  const problemIds = [...new Set(options.problemIds)];
  assertBankExists(folder);
  return await changeBank(folder, now, async ({ records, state }) => {
    assertInBank(problemIds, state);
    const known = new Set(retirementsIn(records).map(({ problemId }) => problemId));
    const [retired, alreadyRetired] = [
      problemIds.filter((id) => !known.has(id)),
      problemIds.filter((id) => known.has(id)),
    ];
    const pending = readPendingDraws(folder, state);
    const drawn = [...pending.problems, ...pending.pools];
    const committedDraws = drawn
      .map(([race, ids]) => ({ race, problemIds: problemIds.filter((id) => ids.includes(id)) }))
      .filter((draw) => draw.problemIds.length > 0);
    const event = { kind: 'retired', problem_ids: retired, reason, ...(by !== undefined && { by }) } as const;
    // A call without any id is still passed to the ledger's own check, which rejects it.
    const events = retired.length === 0 && problemIds.length > 0 ? [] : [event];
    return { events, result: { retired, alreadyRetired, committedDraws } };
  });
}

/** Explicit retirements, oldest first; a problem retired twice is listed once. */
export function retirementsIn(records: readonly LedgerRecord[]): readonly Retirement[] {
  const found = new Map<string, Retirement>();
  for (const record of records) {
    if (record.kind !== 'retired') continue;
    const { reason, by, time: retiredAt } = record;
    for (const problemId of record.problem_ids) {
      if (!found.has(problemId)) found.set(problemId, { problemId, reason, by, retiredAt });
    }
  }
  return [...found.values()];
}

/** A misspelt id would stay in the ledger permanently, and the id of a sealed problem must not be published. */
function assertInBank(problemIds: readonly string[], { bank }: Pick<LedgerState, 'bank'>): void {
  for (const problemId of problemIds) {
    if (bank.has(problemId)) continue;
    throw new Fault('INPUT_INVALID', {
      message: `Problem ${problemId} is not in the bank. Nothing was retired.`,
      remedy: 'Check the id with `assay problems bank exposure`.',
    });
  }
}
