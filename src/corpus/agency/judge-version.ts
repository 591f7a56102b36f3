import { quantile } from '../../statistics/quantile.ts';
import type { AttemptProfile } from './attempt-profile.ts';

export interface VersionThresholds {
  /** With fewer attempts nothing is said. */
  readonly minimumAttempts: number;
  /** Overrides it takes, and their share of the occasions, to say that a program does what it wants anyway. */
  readonly minimumOverrides: number;
  readonly overrideShare: number;
  /** Unexplained prompt characters per emitted character from which on the prompts hold the calls. */
  readonly hiddenShare: number;
}

export const VERSION_THRESHOLDS: VersionThresholds = {
  minimumAttempts: 5,
  minimumOverrides: 3,
  overrideShare: 0.4,
  hiddenShare: 0.6,
};

/** What the attempts of one agent version show together that none of them shows alone. */
export interface VersionAgency {
  readonly attempts: number;
  readonly verdict: 'depends on the model' | 'independent of the model' | 'too few attempts';
  readonly because: string;
  readonly overrides: number;
  readonly occasions: number;
  /** Attempts in which the model recommended, and those of them in which something else was. */
  readonly recommendations: number;
  readonly recommendationsOverridden: number;
  /** Median over attempts; prompt text that only one problem has and nothing explains, per emitted character. */
  readonly hiddenShare: number;
  /** Share of attempts with the commonest order of tools: near 1 for a script, and for easy problems too. */
  readonly commonestShape: number;
}

/**
 * Whether the calls of an agent version depend on what its model says. Three experiments that nobody has to arrange: when
 * the model says something else than what is done next, does the program mind? When the model recommends something, is
 * that what is recommended, or only now and then by chance? And do its prompts vary from problem to
 * problem by more than the problems, the results and the model's own words account for? What varies so is told.
 */
export function judgeVersion(
  profiles: readonly AttemptProfile[],
  thresholds: VersionThresholds = VERSION_THRESHOLDS,
): VersionAgency {
  const overrides = profiles.reduce((sum, each) => sum + each.overrides, 0);
  const occasions = profiles.reduce((sum, each) => sum + each.occasions, 0);
  const recommending = profiles.filter((each) => each.recommendationOverridden !== null);
  const recommendations = recommending.length;
  const recommendationsOverridden = recommending.filter((each) => each.recommendationOverridden).length;
  const hiddenShare = hidden(profiles);
  const shapes = Map.groupBy(profiles, ({ shape }) => shape);
  const commonest = Math.max(0, ...Array.from(shapes.values(), (each) => each.length));
  const numbers = {
    attempts: profiles.length,
    overrides,
    occasions,
    recommendations,
    recommendationsOverridden,
    hiddenShare,
    commonestShape: profiles.length === 0 ? 0 : commonest / profiles.length,
  };
  if (profiles.length < thresholds.minimumAttempts) {
    return { ...numbers, verdict: 'too few attempts', because: `${profiles.length} attempts show nothing together` };
  }
  if (overrides >= thresholds.minimumOverrides && overrides / occasions >= thresholds.overrideShare) {
    const because = `${overrides} of ${occasions} times that the model said something else, the program made its call all the same`;
    return { ...numbers, verdict: 'independent of the model', because };
  }
  if (
    recommendationsOverridden >= thresholds.minimumOverrides &&
    recommendationsOverridden / recommendations >= thresholds.overrideShare
  ) {
    const because = `${recommendationsOverridden} of ${recommendations} times that the model recommended something, the program recommended something else`;
    return { ...numbers, verdict: 'independent of the model', because };
  }
  if (hiddenShare >= thresholds.hiddenShare) {
    const because = `its prompts hold ${hiddenShare.toFixed(2)} unexplained characters, different for each problem, per emitted one`;
    return { ...numbers, verdict: 'independent of the model', because };
  }
  return { ...numbers, verdict: 'depends on the model', because: 'what is done follows what the model says' };
}

/** Words that other problems' prompts have too are the template's. */
function hidden(profiles: readonly AttemptProfile[]): number {
  const seenIn = new Map<string, number>();
  for (const { unexplained } of profiles) {
    for (const word of new Set(unexplained)) seenIn.set(word, (seenIn.get(word) ?? 0) + 1);
  }
  const template = Math.max(1, profiles.length * 0.2);
  const shares = profiles
    .filter(({ emittedCharacters }) => emittedCharacters > 0)
    .map(({ unexplained, emittedCharacters }) => {
      const own = unexplained.filter((word) => seenIn.get(word)! <= template);
      return own.reduce((sum, word) => sum + word.length, 0) / emittedCharacters;
    })
    .toSorted((left, right) => left - right);
  return quantile(shares, 0.5) ?? 0;
}
