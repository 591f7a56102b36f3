import { binomialProbability } from '../distributions/binomial.ts';
import { invertMonotone } from '../distributions/invert-monotone.ts';
import { mcNemar } from '../mcnemar.ts';

export interface PairedDesign {
  readonly problems: number;
  /** Share of the problems that exactly one of the two solves. */
  readonly discordance: number;
}

const LEVEL = 0.05;

/**
 * Probability that the exact McNemar test detects a true difference (in shares, at most the discordance) at the 5 %
 * level, two-sided.
 */
export function mcNemarPower({ problems, discordance }: PairedDesign, difference: number): number {
  if (discordance <= 0) return 0;
  const favours = (discordance + Math.min(Math.abs(difference), discordance)) / 2 / discordance;
  let power = 0;
  for (let discordant = 0; discordant <= problems; discordant++) {
    const likely = binomialProbability(discordant, problems, discordance);
    if (likely < 1e-12) continue;
    for (let wins = neededToDiffer(discordant); wins <= discordant; wins++) {
      const eitherWay =
        binomialProbability(wins, discordant, favours) + binomialProbability(wins, discordant, 1 - favours);
      power += likely * eitherWay;
    }
  }
  return power;
}

const needed = new Map<number, number>();

/** Number of discordant problems that one side must win; more than there are if no split is significant. */
function neededToDiffer(discordant: number): number {
  const known = needed.get(discordant);
  if (known !== undefined) return known;
  let wins = Math.floor(discordant / 2) + 1;
  while (wins <= discordant && mcNemar(wins, discordant - wins).exact > LEVEL) wins++;
  needed.set(discordant, wins);
  return wins;
}

/** The smallest true difference detected with this power; `null` if even the largest possible one is not. */
export function mcNemarSmallestDifference(design: PairedDesign, power = 0.8): number | null {
  if (mcNemarPower(design, design.discordance) < power) return null;
  return invertMonotone((difference) => mcNemarPower(design, difference), power, 0, design.discordance);
}
