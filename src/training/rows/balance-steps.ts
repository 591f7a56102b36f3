import type { Random } from '../../random/random.ts';
import type { LabelledStep } from './labelled-step.ts';

export interface BalanceSettings {
  readonly desirable_weight: number;
  readonly undesirable_weight: number;
  /** λ_D n_D / (λ_U n_U) afterwards. */
  readonly balance: number;
  readonly most: number | null;
}

/**
 * As many good steps as bad ones, weights considered, by leaving some out. Within each source by itself: where the bad ones
 * are the model's own and the good ones another's, it can learn whose words they are instead of what is good.
 * Those that stay are chosen to have the tools and turns of the other kind as far as they can: where the bad ones are mostly
 * recommendations and the good ones mostly searches, a model learns to recommend less and not to recommend better.
 */
export function balanceSteps(
  steps: readonly LabelledStep[],
  settings: BalanceSettings,
  random: Random,
): readonly LabelledStep[] {
  // So many good ones to each bad one.
  const ratio = (settings.balance * settings.undesirable_weight) / settings.desirable_weight;
  const sources = [...Map.groupBy(steps, ({ trace }) => trace.source).values()].map((own) => sidesOf(own, ratio));
  const possible = sources.reduce((sum, { pairs }) => sum + pairs * (1 + ratio), 0);
  const share = Math.min(1, (settings.most ?? possible) / Math.max(1, possible));
  return sources.flatMap(({ good, bad, pairs }) => {
    const wantedBad = Math.floor(pairs * share);
    const keptBad = matched(bad, good, wantedBad, random);
    // Rounded up in every source they could come to more than the most.
    const wantedGood = Math.min(good.length, share < 1 ? Math.floor(wantedBad * ratio) : Math.round(wantedBad * ratio));
    return [...matched(good, keptBad, wantedGood, random), ...keptBad];
  });
}

/** Both kinds of one source, and how many bad ones the good ones are enough for. */
function sidesOf(steps: readonly LabelledStep[], ratio: number) {
  const good = steps.filter(({ label }) => label);
  const bad = steps.filter(({ label }) => !label);
  return { good, bad, pairs: Math.min(bad.length, Math.round(good.length / ratio)) };
}

/** So many of the steps, spread over tools and turns like the others; what a stratum lacks is taken from the rest. */
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

/** So many of them, each stratum with its share. */
function spread(steps: readonly LabelledStep[], wanted: number, random: Random): readonly LabelledStep[] {
  // Step by step through the strata laid end to end is a proportional choice without any rounding to repair.
  const ordered = [...Map.groupBy(steps, stratumOf).values()].flat();
  if (wanted <= 0 || ordered.length === 0) return [];
  const offset = random.next();
  return Array.from(
    { length: Math.min(wanted, ordered.length) },
    (_, place) => ordered[Math.floor(((place + offset) * ordered.length) / wanted)]!,
  );
}

/** Late turns are few; those from the seventh on count as one. */
function stratumOf({ tool, turn }: LabelledStep): string {
  return `${tool} ${Math.min(turn, 6)}`;
}
