import { trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';
import { renderedTokens } from '../rendered-tokens.ts';

export const tooLong: FilterRule = {
  reason: 'TOO_LONG',
  check: (reading, { config, counter }) => {
    const trajectory = trajectoryOf(reading);
    if (trajectory === undefined) return null;
    const tokens = renderedTokens(trajectory, counter);
    if (tokens <= config.maximumTokens) return null;
    return `${counter.exact ? '' : 'about '}${tokens} tokens where ${config.maximumTokens} fit`;
  },
};
