import type { FilterRule } from '../filter-rule.ts';

/** By the attempt's own quality: the coefficient of a run is made of the mean, and one good attempt does not speak for another. */
export const qualityLow: FilterRule = {
  reason: 'QUALITY_LOW',
  check: ({ verdict, facts }, { config }) => {
    // Judges compare with recorded results; of a log there are none.
    if (facts.claimed !== undefined) return null;
    const quality = verdict?.judgement.quality ?? null;
    if (quality === null) return config.keepUnjudged ? null : 'it was not judged';
    return quality < config.minimumQuality ? `quality ${quality} is below ${config.minimumQuality}` : null;
  },
};
