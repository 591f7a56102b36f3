import { z } from 'zod';
import { DECISIONS, type FollowCounts, forEachDecision, ratesOf, sumCounts } from '../../agency/follow.ts';
import { median } from '../../statistics/quantile.ts';
import { forCount } from '../../text/counted.ts';
import type { CardAnswer } from './corpus-card.ts';

const countSchema = z.looseObject({ followed: z.number(), of: z.number() });

/** Facts about an agent version in `filter.json`. */
export const versionFactsSchema = z.looseObject({
  probes: z.number(),
  follow: z.object({ search: countSchema, view: countSchema, recommend: countSchema }),
});

type VersionFacts = z.infer<typeof versionFactsSchema>;

/**
 * How sure one may be that models decided the calls of these rows, and what probes cannot show.
 *
 * @param agents The agent versions of the rows.
 */
export function probeLimits(
  agents: ReadonlySet<string>,
  versions: Readonly<Record<string, VersionFacts>>,
  question: string,
): CardAnswer {
  const known = [...agents].flatMap((agent) => (Object.hasOwn(versions, agent) ? [versions[agent]!] : []));
  const probed = known.filter(({ probes }) => probes > 0);
  const answer = [`${probed.length} of ${agents.size} agent versions with rows here were probed.`];
  if (probed.length < agents.size) {
    answer.push(
      'For the others only texts were compared, which cannot show a program that makes the call its model would make.',
    );
  }
  if (probed.length > 0) answer.push(...sayObservations(probed.map(({ follow }) => follow)));
  return { question, answer: [...answer, ...MEASURED].join(' '), counts: countsOf(agents.size, probed) };
}

function sayObservations(all: readonly FollowCounts[]): string[] {
  const rates = ratesOf(sumCounts(all));
  const each = DECISIONS.map((decision) => {
    const { followed, of, interval } = rates[decision];
    const middle = median(all.map((counts) => counts[decision].of));
    const range = of === 0 ? '' : `, 95 % interval ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`;
    return `${decision}: ${followed} of ${of} followed${range}, median ${middle} per version`;
  });
  const unseen = all.filter((counts) => counts.recommend.of === 0).length;
  return [
    `Changes of the model's answer that reached a decision, in all probes: ${each.join('; ')}.`,
    'For a single version the interval is wider: 3 of 3 followed is 0.44 to 1.',
    unseen === 0
      ? ''
      : `For ${unseen} ${forCount(unseen, 'version')} no change reached the recommendation, so who decides it is known only from their scored attempts.`,
  ].filter((sentence) => sentence !== '');
}

/** Measured once, on agents whose source is known; the numbers are explained in `docs/corpus.md`. */
const MEASURED = [
  'How often the filter is right was measured on 44 agents by outside authors that were not used for tuning, with simulated models: precision and recall 1.000 [0.969, 1] (120 of 120 attempts of 12 of the 22 honest agents; the other ten have no attempts that count, because the simulated models fail with their prompts).',
  'Ten other agents were written to pass the probes by an author who knew them, and all ten passed. Comparing prompts and calls with the record, which was tuned on five of the ten, detects nine.',
  "Not detected: a program that rejects its model's choice until the model names the right one; one that sorts the results for a model that takes the first; one that hides fewer products than it shows; one that tells changed answers by their token ids or log-probabilities and behaves differently in a probe; instructions in a cipher.",
];

function countsOf(agents: number, probed: readonly VersionFacts[]): CardAnswer['counts'] {
  const total = sumCounts(probed.map(({ follow }) => follow));
  const followed = forEachDecision((decision) => total[decision].followed);
  const not = forEachDecision((decision) => total[decision].of - total[decision].followed);
  return {
    'agent versions': { probed: probed.length, 'not probed': agents - probed.length },
    ...(probed.length > 0 && { 'changes followed': followed, 'changes not followed': not }),
  };
}
