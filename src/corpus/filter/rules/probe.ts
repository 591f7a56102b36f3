import type { FilterRule } from '../filter-rule.ts';

export const probe: FilterRule = {
  reason: 'PROBE',
  check: ({ facts }) => (facts.isProbe === true ? 'what its models said was changed on purpose' : null),
};
