import { changeBank } from './change-bank.ts';
import { exposurePolicyIn, foldExposure } from './exposure.ts';
import type { LedgerEvent } from './ledger-event.ts';
import { retirementsIn } from './retire-problems.ts';

export interface RetireExhaustedOptions {
  readonly folder: string;
  /**
   * Number of draws after which a problem is retired. Recorded in the ledger, so that every command uses the same
   * value.
   */
  readonly retireAfterDraws: number;
  /** Number of races for which a drawn problem is paused; recorded in the ledger as well. */
  readonly restRaces: number;
  readonly now: () => Date;
}

/**
 * Records problems as retired once they have been drawn as often as allowed. Unrevealed draws do not count yet: the
 * ledger's ids are published and would reveal which problems a race uses.
 */
export async function retireExhausted(options: RetireExhaustedOptions): Promise<readonly string[]> {
  const { folder, retireAfterDraws, restRaces, now } = options;
  return await changeBank(folder, now, async ({ records, state }) => {
    const known = exposurePolicyIn(records);
    const policy = { ...known, retireAfterDraws, restRaces };
    const entered = new Set(retirementsIn(records).map(({ problemId }) => problemId));
    const exhausted = [...foldExposure(records, { policy }).values()]
      .filter(({ retiredAt, draws }) => retiredAt !== undefined && draws.length >= retireAfterDraws)
      .filter(({ draws }) => draws.every(({ revealedAt }) => revealedAt !== undefined))
      .map(({ problemId }) => problemId)
      .filter((id) => state.bank.has(id) && !entered.has(id));
    const events: LedgerEvent[] = [];
    if (known.retireAfterDraws !== retireAfterDraws || known.restRaces !== restRaces) {
      events.push({ kind: 'policy-set', retire_after_draws: retireAfterDraws, rest_races: restRaces });
    }
    if (exhausted.length > 0) {
      const reason = `Drawn ${retireAfterDraws} times.`;
      events.push({ kind: 'retired', problem_ids: exhausted, reason, by: 'arena', cause: 'exposures' });
    }
    return { events, result: exhausted };
  });
}
