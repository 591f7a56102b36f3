import type { FilterRule } from '../filter-rule.ts';

export const problemWithheld: FilterRule = {
  reason: 'PROBLEM_WITHHELD',
  check: ({ facts }, { withheld }) => withheld.get(facts.problem_id) ?? null,
};
