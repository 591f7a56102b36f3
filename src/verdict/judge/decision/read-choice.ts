import { ownField } from '../../../json/json-object.ts';
import { readRecommendation } from '../../rules/read-recommendation.ts';
import { readSteps } from '../../rules/read-steps.ts';

/** What an attempt recommended in the end. */
export interface Choice {
  readonly ids: ReadonlySet<string>;
  /** Steps that recommend just this, as the agent reports them. */
  readonly steps: readonly ChoiceStep[];
}

interface ChoiceStep {
  /** In milliseconds since 1970, by the agent's own clock. */
  readonly at: number;
  readonly text: string;
}

/** The only part of a dialogue that a judge believes: it is what the agent is scored for. */
export function readChoice(dialogue: readonly unknown[] | null): Choice {
  const steps = readSteps(dialogue ?? []);
  const ids = idsOf(readRecommendation(steps).list);
  return {
    ids,
    steps: steps.flatMap((step) => {
      const recommended = idsOf(readRecommendation([step]).list);
      const at = ownField(ownField(step.step, 'extra_info'), 'timestamp');
      if (ids.size === 0 || typeof at !== 'number' || ids.symmetricDifference(recommended).size > 0) return [];
      return [{ at, text: JSON.stringify(ownField(step.step, 'completion')) }];
    }),
  };
}

const MOST_IDS = 50;

function idsOf(list: string): ReadonlySet<string> {
  const ids = list.split(',', MOST_IDS).map((id) => id.trim());
  return new Set(ids.filter((id) => id !== ''));
}

const SAMPLE = 24;

/**
 * Whether an agent says itself that it had recommended before it asked for a completion. Some agents stamp a step when
 * it begins; a step that has words of the completion in it was made after it, whatever its stamp says.
 */
export function isAfterChoice({ steps }: Choice, time: string, text: string): boolean {
  const began = Date.parse(time);
  const sample = JSON.stringify(text.trim().slice(0, SAMPLE)).slice(1, -1);
  return steps.some(({ at, text: own }) => at < began && (sample === '' || !own.includes(sample)));
}
