import type { FilterRule } from '../filter-rule.ts';

/** What cannot be put as a conversation of a model with tools can train nothing; nor can what broke off. */
export const notNormalised: FilterRule = {
  reason: 'NOT_NORMALISED',
  check: ({ rebuilt, facts }) => {
    if (!rebuilt.ok) return rebuilt.reason;
    return facts.fault === null ? null : `the attempt ended with ${facts.fault}`;
  },
};
