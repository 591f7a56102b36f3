import { callsOf, isShopping, trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';

export const recommendCount: FilterRule = {
  reason: 'RECOMMEND_COUNT',
  check: (reading) => {
    const trajectory = trajectoryOf(reading);
    if (trajectory === undefined || !isShopping(reading, trajectory)) return null;
    const count = callsOf(trajectory).filter((call) => call.function.name === 'recommend_product').length;
    return count === 1 ? null : `recommend_product is called ${count} times`;
  },
};
