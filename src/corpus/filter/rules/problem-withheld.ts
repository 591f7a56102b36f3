import { textOf } from '../../../json/json-object.ts';
import type { FilterRule } from '../filter-rule.ts';

export const problemWithheld: FilterRule = {
  reason: 'PROBLEM_WITHHELD',
  check: ({ facts: { problem_id, claimed } }, { withheld }) => {
    const said = textOf(claimed?.said.problem_id);
    return withheld.get(problem_id) ?? (said === undefined ? null : (withheld.get(said) ?? null));
  },
};
