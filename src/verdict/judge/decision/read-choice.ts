import { ownField } from '../../../json/json-object.ts';
import { readRecommendation } from '../../rules/read-recommendation.ts';
import { readSteps } from '../../rules/read-steps.ts';

/** The final recommendation of an attempt. */
export interface Choice {
  readonly ids: ReadonlySet<string>;
  /** Steps, as reported by the agent, that recommend exactly these products. */
  readonly steps: readonly ChoiceStep[];
}

interface ChoiceStep {
  /** Milliseconds since 1970, by the agent's own clock. */
  readonly at: number;
  readonly text: string;
}

/** Reads the final recommendation, the only part of a dialogue that a judge trusts: the agent is scored for it. */
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
 * Whether, according to the agent's own timestamps, it had recommended before it requested a completion. Some agents
 * set the timestamp when a step begins. So a step that contains words of the completion counts as later, whatever its
 * timestamp.
 */
export function isAfterChoice({ steps }: Choice, time: string, text: string): boolean {
  const began = Date.parse(time);
  const sample = JSON.stringify(text.trim().slice(0, SAMPLE)).slice(1, -1);
  return steps.some(({ at, text: own }) => at < began && (sample === '' || !own.includes(sample)));
}
