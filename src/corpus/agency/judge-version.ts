import type { FollowRates } from '../../agency/follow.ts';
import { versionEvidence } from '../../agency/version-agency.ts';
import { whyScripted } from '../../agency/who-decides.ts';
import { upperMedian } from '../../statistics/quantile.ts';
import type { AttemptProfile } from './attempt-profile.ts';

export interface VersionThresholds {
  /** With fewer attempts there is no verdict. */
  readonly minimumAttempts: number;
  /** From this many overrides, and this share of the opportunities, on, a program counts as ignoring its model. */
  readonly minimumOverrides: number;
  readonly overrideShare: number;
  /** From this number of unexplained prompt characters per emitted character on, the prompts contain the calls. */
  readonly hiddenShare: number;
  /** From this share of attempts with dictated calls on, a version counts as dictating. */
  readonly dictatedAttempts: number;
  /** From this number of changes that reached a decision on, weaker evidence is not used. */
  readonly minimumObservations: number;
}

export const VERSION_THRESHOLDS: VersionThresholds = {
  minimumAttempts: 5,
  minimumOverrides: 3,
  overrideShare: 0.4,
  hiddenShare: 0.6,
  dictatedAttempts: 0.5,
  minimumObservations: 1,
};

/** What the attempts of one agent version show together that no single one shows. */
export interface VersionAgency {
  readonly attempts: number;
  readonly verdict: 'depends on the model' | 'independent of the model' | 'too few attempts';
  readonly because: string;
  /** How often its program acted differently because its model's answer was changed. */
  readonly follow: FollowRates;
  /** Number of probe attempts. */
  readonly probes: number;
  readonly overrides: number;
  readonly occasions: number;
  /** Attempts in which the model recommended products, and those of them in which other products were recommended. */
  readonly recommendations: number;
  readonly recommendationsOverridden: number;
  /** Median over attempts of unexplained prompt text that occurs for only one problem, per emitted character. */
  readonly hiddenShare: number;
  /** Share of attempts with the most common order of tools. Near 1 for a script, but also for easy problems. */
  readonly commonestShape: number;
}

/**
 * Whether the calls of an agent version depend on what its model says. Probes answer that directly: the model's answer
 * was changed, and the program either acted differently or did not. Without probes there is weaker evidence. Does the
 * program react when the model says something other than what is done next? Is the model's recommendation the one that
 * is made? Do the prompts vary between problems by more than the problems, the results and the model's own words
 * explain?
 */
export function judgeVersion(
  profiles: readonly AttemptProfile[],
  thresholds: VersionThresholds = VERSION_THRESHOLDS,
): VersionAgency {
  const scored = profiles.filter(({ probe }) => probe === null);
  const observed = profiles.flatMap(({ probe }) => probe ?? []);
  const evidence = versionEvidence(
    scored.map(({ said }) => said),
    observed,
  );
  const recommending = scored.filter((each) => each.recommendationOverridden !== null);
  const shapes = Map.groupBy(scored, ({ shape }) => shape);
  const commonest = Math.max(0, ...Array.from(shapes.values(), (each) => each.length));
  const numbers = {
    attempts: scored.length,
    probes: profiles.length - scored.length,
    follow: evidence.rates,
    overrides: scored.reduce((sum, each) => sum + each.overrides, 0),
    occasions: scored.reduce((sum, each) => sum + each.occasions, 0),
    recommendations: recommending.length,
    recommendationsOverridden: recommending.filter((each) => each.recommendationOverridden).length,
    hiddenShare: hidden(scored),
    commonestShape: scored.length === 0 ? 0 : commonest / scored.length,
  };
  const isProbed = observed.length >= thresholds.minimumObservations;
  if (scored.length < thresholds.minimumAttempts && !isProbed) {
    return { ...numbers, verdict: 'too few attempts', because: `${scored.length} attempts show nothing together` };
  }
  const because =
    whyScripted(evidence) ??
    whyDictated(scored, numbers.hiddenShare, thresholds) ??
    (isProbed ? undefined : whyIgnored(numbers, thresholds));
  if (because !== undefined) return { ...numbers, verdict: 'independent of the model', because };
  return { ...numbers, verdict: 'depends on the model', because: 'what is done follows what the model says' };
}

function whyDictated(
  scored: readonly AttemptProfile[],
  hiddenShare: number,
  thresholds: VersionThresholds,
): string | undefined {
  // With few attempts, every unusual word of a template occurs for only one problem.
  if (scored.length < thresholds.minimumAttempts) return undefined;
  const dictated = scored.filter(({ isDictated }) => isDictated).length;
  if (dictated / scored.length >= thresholds.dictatedAttempts) {
    return `in ${dictated} of ${scored.length} attempts calls were dictated to the model`;
  }
  if (hiddenShare < thresholds.hiddenShare) return undefined;
  return `its prompts hold ${hiddenShare.toFixed(2)} unexplained characters, different for each problem, per emitted one`;
}

function whyIgnored(
  numbers: Pick<VersionAgency, 'overrides' | 'occasions' | 'recommendations' | 'recommendationsOverridden'>,
  { minimumOverrides, overrideShare }: VersionThresholds,
): string | undefined {
  const { overrides, occasions, recommendations, recommendationsOverridden: replaced } = numbers;
  if (overrides >= minimumOverrides && overrides / occasions >= overrideShare) {
    return `${overrides} of ${occasions} times that the model said something else, the program made its call anyway`;
  }
  if (replaced >= minimumOverrides && replaced / recommendations >= overrideShare) {
    return `${replaced} of ${recommendations} times that the model recommended something, the program recommended something else`;
  }
  return undefined;
}

/** Words that also occur in the prompts of other problems belong to the template. */
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
    });
  return upperMedian(shares) ?? 0;
}
