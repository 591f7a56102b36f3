import { isJsonObject, ownField } from '../../json/json-object.ts';
import type { ReadStep } from './read-steps.ts';

export interface Recommendation {
  /** The comma-separated list of the last recommendation; empty if there is none or it is not text. */
  readonly list: string;
  /** Whether any recommendation was malformed, not necessarily the last. */
  readonly malformed: boolean;
}

/**
 * Reads the agent's final recommendation: the last call counts, even if it names nothing. A list or a number instead of
 * the comma-separated list recommends nothing. A call whose parameters are not an object is ignored and ends the
 * reading of its step.
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
