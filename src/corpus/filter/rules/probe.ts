import type { FilterRule } from '../filter-rule.ts';

export const probe: FilterRule = {
  reason: 'PROBE',
  check: ({ facts }) => (facts.isProbe === true ? 'answers of its models were changed on purpose' : null),
};
