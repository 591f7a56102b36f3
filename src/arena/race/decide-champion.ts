import { pythonRound } from '../../statistics/python-round.ts';
import { earlierFirst } from './earlier-first.ts';

export interface RaceResult {
  readonly agentVersionId: string;
  readonly hotkey: string;
  readonly submittedAt: Temporal.Instant;
  /** `null` for a racer that did not finish; 0 counts as finished. */
  readonly raceScore: number | null;
}

export interface ChampionDecision {
  /** Finishers, best first. */
  readonly ranking: readonly RaceResult[];
  /** The champion from now on; `null` if there was none and no racer finished. */
  readonly top: RaceResult | null;
  readonly changed: boolean;
  /** The score a challenger needed; `null` without an incumbent to beat. */
  readonly threshold: number | null;
  readonly why:
    | 'MARGIN_CLEARED'
    | 'NO_INCUMBENT'
    | 'MARGIN_NOT_CLEARED'
    | 'NO_CHALLENGER'
    | 'INCUMBENT_UNSCORED'
    | 'NOBODY_FINISHED';
  /** How many challengers finished: with more of them, it is more likely that one is lucky. */
  readonly challengersTried: number;
}

/** Margins have nine digits; the sum is rounded to as many, so that 0.5 + 0.011 is 0.511 and can be reached. */
const DIGITS = 9;

/**
 * The best race score wins if it reaches the incumbent's score in the same race plus the margin. Equal scores go to the
 * earlier submission. An incumbent without a score stays champion: a missing score is not a defeat. A removed version
 * is not passed as incumbent; then the best score wins.
 */
export function decideChampion(
  results: readonly RaceResult[],
  incumbentId: string | null,
  margin: number,
): ChampionDecision {
  const ranking = results
    .filter(({ raceScore }) => raceScore !== null)
    .toSorted((one, other) => other.raceScore! - one.raceScore! || earlierFirst(one, other));
  const incumbent = results.find(({ agentVersionId }) => agentVersionId === incumbentId) ?? null;
  // A missing incumbent would let any challenger win without a margin.
  if (incumbentId !== null && incumbent === null) throw new RangeError(`${incumbentId} did not race`);
  const challengers = ranking.filter(({ agentVersionId }) => agentVersionId !== incumbentId);
  const best = challengers[0];
  const threshold = incumbent?.raceScore == null ? null : pythonRound(incumbent.raceScore + margin, DIGITS);
  const decide = (why: ChampionDecision['why'], top: RaceResult | null): ChampionDecision => ({
    ranking,
    top,
    changed: top !== incumbent,
    threshold,
    why,
    challengersTried: challengers.length,
  });
  if (incumbent === null) return best === undefined ? decide('NOBODY_FINISHED', null) : decide('NO_INCUMBENT', best);
  if (best === undefined) return decide('NO_CHALLENGER', incumbent);
  if (threshold === null) return decide('INCUMBENT_UNSCORED', incumbent);
  // A very old margin is rounded to 0, but a tie is still not a win.
  const cleared = best.raceScore! >= threshold && best.raceScore! > incumbent.raceScore!;
  return cleared ? decide('MARGIN_CLEARED', best) : decide('MARGIN_NOT_CLEARED', incumbent);
}
