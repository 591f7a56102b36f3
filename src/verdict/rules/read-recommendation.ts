import { isJsonObject, ownField } from '../../json/json-object.ts';
import type { ReadStep } from './read-steps.ts';

export interface Recommendation {
  /** The comma list of the last recommendation; empty when there is none, or when it is no text. */
  readonly list: string;
  /** Some recommendation was not in its form, though perhaps not the last. */
  readonly malformed: boolean;
}

/**
 * What the agent recommends in the end: the last call counts, even when it names nothing. A list or a number in place of
 * the comma list recommends nothing; a call without an object of parameters was none, and ends the reading of its step.
 */
export function readRecommendation(steps: readonly ReadStep[]): Recommendation {
  let last: unknown = '';
  let malformed = false;
  for (const { calls } of steps) {
    for (const { name, parameters } of calls) {
      if (name !== 'recommend_product') continue;
      if (!isJsonObject(parameters)) {
        malformed = true;
        break;
      }
      last = ownField(parameters, 'product_ids');
      malformed ||= typeof last !== 'string';
    }
  }
  return { list: typeof last === 'string' ? last : '', malformed };
}
