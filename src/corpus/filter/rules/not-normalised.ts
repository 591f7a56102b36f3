import type { FilterRule } from '../filter-rule.ts';

/** Attempts that ended early or cannot be written as a conversation with tools cannot be used for training. */
export const notNormalised: FilterRule = {
  reason: 'NOT_NORMALISED',
  check: ({ rebuilt, facts }) => {
    if (!rebuilt.ok) return rebuilt.reason;
    return facts.fault === null ? null : `the attempt ended with ${facts.fault}`;
  },
};
