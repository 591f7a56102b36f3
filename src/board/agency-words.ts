import { counted } from '../text/counted.ts';
import type { ScoreAgencyWire, VersionAgencyWire } from './wire/agency-wire.ts';

/** Follow rates as text, the same on the command line and on a version's page. */

type Rate = VersionAgencyWire['decisions']['search'];

const NAMES = [
  ['search', 'Searches'],
  ['view', 'Products opened'],
  ['recommend', 'Recommendations'],
] as const;

const DECIDES: Readonly<Record<Rate['why'], string>> = {
  followed: 'the model decides',
  ignored: 'the program decides, whatever its model says',
  unsaid: 'the program decides: it does what no model said',
  picked: 'the program decides: of several answers to one prompt it picks by a rule of its own',
  selected: 'the program decides: its model sees only a selection of the results',
  altered: 'the program decides: it shows its model other prices or titles than the results have',
  told: 'the program decides: it tells its model what to say',
  'request hidden': 'the program decides: its model does not see the request',
  'not observed': 'not known yet',
};

export const NOT_PROBED = 'not probed yet';

export interface DecisionWords {
  readonly name: string;
  readonly decides: string;
  /** Null if nothing was observed. */
  readonly followed: string | null;
  /** The interval of the rate; null if nothing or too little was observed. */
  readonly interval: Rate['interval'] | null;
}

/** One line per kind of decision; none for a version that was not probed. */
export function decisionWords({ reports, decisions }: VersionAgencyWire): readonly DecisionWords[] {
  if (reports === 0) return [];
  return NAMES.map(([decision, name]) => {
    const rate = decisions[decision];
    const isObserved = rate.of > 0;
    const isTooFew = isObserved && rate.why === 'not observed';
    return {
      name,
      decides: isTooFew ? 'too few changes to tell' : DECIDES[rate.why],
      followed: isObserved ? followedText(rate, isTooFew) : null,
      interval: isObserved && !isTooFew ? rate.interval : null,
    };
  });
}

function followedText({ followed, of, interval: { low, high } }: Rate, isTooFew: boolean): string {
  const text = `${followed} of ${counted(of, 'change')} followed`;
  return isTooFew ? text : `${text} (95 %: ${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** What scored attempts show in addition to follow rates, whether or not it counts; null if they show nothing. */
export function promptWords({ picked, shown }: Pick<VersionAgencyWire, 'picked' | 'shown'>): string | null {
  const signs = [
    [shown?.selected, 'its prompts show only a selection of the results'],
    [shown?.altered, 'its prompts show prices or titles that no result has'],
    [picked, 'its program picks one of several answers to the same prompt'],
  ] as const;
  const seen = signs.flatMap(([share, what]) => (share == null || share === 0 ? [] : [`${what} (${percent(share)})`]));
  return seen.length === 0 ? null : `In some scored attempts ${seen.join('; ')}.`;
}

/** The effect of the agency factor on a score, and which score counts; null while there is no score. */
export function agencyScoreText({ factor, score_with, score_without, is_applied }: ScoreAgencyWire): string | null {
  if (score_with === null || score_without === null) return null;
  if (factor === null) return is_applied ? 'no agency factor is applied: not probed yet' : null;
  const [counts, other] = is_applied
    ? [`${score_with.toFixed(4)} after the agency factor (this one counts)`, `${score_without.toFixed(4)} before`]
    : [`${score_without.toFixed(4)} before the agency factor (this one counts)`, `${score_with.toFixed(4)} after`];
  return `${counts}; ${other} (factor ${factor.toFixed(4)})`;
}
