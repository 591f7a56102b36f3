import { isJsonObject } from '../../../json/json-object.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { normalIds } from '../../agency/normal-arguments.ts';
import { type AttemptReading, callsOf, trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';

/** Recommending a product that no result showed teaches a model to make up ids. */
export const productUnseen: FilterRule = {
  reason: 'PRODUCT_UNSEEN',
  check: (reading) => {
    const unseen = recommendedIds(reading).find((id) => !reading.hasSeen(id));
    return unseen === undefined ? null : `product ${unseen.slice(0, 40)} was recommended and never shown`;
  },
};

/** The recommended ids as the model wrote them. */
function recommendedIds(reading: AttemptReading): string[] {
  const trajectory = trajectoryOf(reading);
  if (trajectory === undefined) return [];
  return callsOf(trajectory)
    .filter((call) => call.function.name === 'recommend_product')
    .flatMap((call) => {
      const json = parseJson(call.function.arguments);
      return json.ok && isJsonObject(json.value) ? normalIds(json.value) : [];
    });
}
