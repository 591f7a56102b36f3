import type { Random } from '../../random/random.ts';
import type { LabelledStep } from './labelled-step.ts';

export interface BalanceSettings {
  readonly desirable_weight: number;
  readonly undesirable_weight: number;
  /** Target of λ_D n_D / (λ_U n_U). */
  readonly balance: number;
  readonly most: number | null;
}

/**
 * Drops steps until good and bad ones have the target ratio, weights included. Each source is balanced separately: if
 * the bad steps were the model's own and the good ones another model's, it could learn whose words they are instead
 * of what is good. The kept steps match the tools and turns of the other kind as far as possible: if most bad steps
 * were recommendations and most good ones searches, the model would learn to recommend less, not to recommend better.
 */
export function balanceSteps(
  steps: readonly LabelledStep[],
  settings: BalanceSettings,
  random: Random,
): readonly LabelledStep[] {
  // Good steps per bad step.
  const ratio = (settings.balance * settings.undesirable_weight) / settings.desirable_weight;
  const sources = [...Map.groupBy(steps, ({ trace }) => trace.source).values()].map((own) => sidesOf(own, ratio));
  const possible = sources.reduce((sum, { pairs }) => sum + pairs * (1 + ratio), 0);
  const share = Math.min(1, (settings.most ?? possible) / Math.max(1, possible));
  return sources.flatMap(({ good, bad, pairs }) => {
    const wantedBad = Math.floor(pairs * share);
    const keptBad = matched(bad, good, wantedBad, random);
    // If every source rounded up, the total could exceed the limit.
    const wantedGood = Math.min(good.length, share < 1 ? Math.floor(wantedBad * ratio) : Math.round(wantedBad * ratio));
    return [...matched(good, keptBad, wantedGood, random), ...keptBad];
  });
}

/** Good and bad steps of one source, and the number of bad steps for which there are enough good ones. */
function sidesOf(steps: readonly LabelledStep[], ratio: number) {
  const good = steps.filter(({ label }) => label);
  const bad = steps.filter(({ label }) => !label);
  return { good, bad, pairs: Math.min(bad.length, Math.round(good.length / ratio)) };
}

/**
 * Chooses `wanted` steps with the distribution of `others` over tools and turns. Gaps in a stratum are filled from
 * the rest.
 */
function matched(
  steps: readonly LabelledStep[],
  others: readonly LabelledStep[],
  wanted: number,
  random: Random,
): readonly LabelledStep[] {
  const strata = Map.groupBy(random.sample(steps, steps.length), stratumOf);
  const theirs = Map.groupBy(others, stratumOf);
  const taken: LabelledStep[] = [];
  for (const [stratum, group] of strata) {
    const share = (theirs.get(stratum)?.length ?? 0) / Math.max(1, others.length);
    taken.push(...group.slice(0, Math.floor(share * wanted)));
  }
  const chosen = new Set(taken);
  const rest = [...strata.values()].flatMap((group) => group.filter((step) => !chosen.has(step)));
  return [...taken, ...spread(rest, wanted - taken.length, random)];
}

/** Chooses `wanted` steps, each stratum in proportion to its size. */
function spread(steps: readonly LabelledStep[], wanted: number, random: Random): readonly LabelledStep[] {
  // Systematic sampling over the concatenated strata is proportional and needs no correction for rounding.
  const ordered = [...Map.groupBy(steps, stratumOf).values()].flat();
  if (wanted <= 0 || ordered.length === 0) return [];
  const offset = random.next();
  return Array.from(
    { length: Math.min(wanted, ordered.length) },
    (_, place) => ordered[Math.floor(((place + offset) * ordered.length) / wanted)]!,
  );
}

/** Late turns are rare, so all from the seventh on form one stratum. */
function stratumOf({ tool, turn }: LabelledStep): string {
  return `${tool} ${Math.min(turn, 6)}`;
}
