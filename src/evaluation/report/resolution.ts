import { mcNemarSmallestDifference, problemsForPaired, smallestUnpairedDifference } from '../../statistics/power.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import type { JudgedComparison } from './paired-families.ts';
import type { RunSummary } from './summarise-run.ts';

const points = (share: number): string => `${(100 * share).toFixed(1)} points`;

/** Describes in sentences which differences this number of problems can and cannot show. */
export function resolutionOf(summaries: readonly RunSummary[], comparisons: readonly JudgedComparison[]): string[] {
  const [first] = summaries;
  if (first === undefined) return [];
  const { problems, clusters, k } = first;
  const rate = first.pass_at_1?.value ?? 0.5;
  const { low, high } = wilsonInterval(Math.round(rate * problems), problems);
  const sentences = [
    `The unit is the problem: ${problems} problems in ${clusters} leak clusters, ${k} samples each. More samples of the same problems reduce the variance of sampling, not that of the problems.`,
    `One run with one try each at a rate of ${(100 * rate).toFixed(0)} % leaves an interval of ${points(high - low)}; one problem is ${points(1 / problems)}.`,
    `Two models on different problems are distinguished with 80 % power from ${points(smallestUnpairedDifference(Math.min(0.95, Math.max(0.05, rate)), problems))} on.`,
  ];
  for (const discordance of [0.2, 0.3, 0.4]) {
    const smallest = mcNemarSmallestDifference({ problems: clusters, discordance });
    const from =
      smallest === null ? 'never reliably, whatever the difference' : `with 80 % power from ${points(smallest)} on`;
    sentences.push(
      `One greedy run each on the same problems, ${100 * discordance} % of them solved by one only: distinguished ${from}.`,
    );
  }
  sentences.push(
    `To show 6 points between two greedy runs at 20 % discordance takes about ${problemsForPaired(0.06, 0.2)} problems; ${problems} cannot.`,
  );
  for (const { left, right, sampled } of comparisons) {
    if (sampled?.detectable == null) continue;
    sentences.push(
      `${left} against ${right}, by samples: the standard error is ${points(sampled.standard_error!)}, so true differences from ${points(sampled.detectable)} on are detected with 80 % power; ${
        Math.abs(sampled.difference) < sampled.detectable
          ? 'the observed one is smaller, and a large p-value does not show that there is none'
          : 'the observed one is larger'
      }.`,
    );
  }
  return sentences;
}
