import type { FilterRule } from '../filter-rule.ts';

export const notAgentic: FilterRule = {
  reason: 'NOT_AGENTIC',
  check: ({ agency }) =>
    agency.verdict === 'agentic' || agency.verdict === 'claimed' ? null : `${agency.verdict}: ${agency.because}`,
};
