import type { FilterRule } from '../filter-rule.ts';

/**
 * Uses the quality of this attempt. The coefficient of a run is derived from the mean, and one good attempt does not
 * vouch for another.
 */
export const qualityLow: FilterRule = {
  reason: 'QUALITY_LOW',
  check: ({ verdict, facts }, { config }) => {
    // Judges compare with recorded results, and logs have none.
    if (facts.claimed !== undefined) return null;
    const quality = verdict?.judgement.quality ?? null;
    if (quality === null) return config.keepUnjudged ? null : 'it was not judged';
    return quality < config.minimumQuality ? `quality ${quality} is below ${config.minimumQuality}` : null;
  },
};
