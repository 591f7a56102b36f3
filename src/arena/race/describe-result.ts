import type { Comparison } from './compare-challengers.ts';
import type { ChampionDecision } from './decide-champion.ts';

/** The published result of a race. A type and not an interface, so that the compiler accepts it as JSON. */
export type PublishedResult = {
  readonly top_agent_version_id: string | null;
  readonly incumbent_agent_version_id: string | null;
  readonly changed: boolean;
  readonly why: ChampionDecision['why'];
  /** The score a challenger needed in this race; null without a scored incumbent. */
  readonly threshold: number | null;
  readonly margin: number | null;
  readonly days_as_top: number | null;
  readonly challengers_tried: number;
  readonly ranking: readonly PublishedPlace[];
  /** Each challenger compared with the incumbent, problem by problem. */
  readonly comparisons: readonly PublishedComparison[];
  /** The same race without the judge: who would have won on solved problems alone. */
  readonly judge_off: {
    readonly same_top: boolean;
    readonly top_agent_version_id: string | null;
    readonly why: ChampionDecision['why'];
    readonly threshold: number | null;
    readonly ranking: readonly PublishedPlace[];
  };
};

type PublishedPlace = {
  readonly rank: number;
  readonly agent_version_id: string;
  readonly miner_hotkey: string;
  readonly score: number;
};

type PublishedComparison = {
  readonly agent_version_id: string;
  readonly problems: number;
  readonly difference: number;
  readonly interval: readonly [low: number, high: number];
  readonly probability: number;
  readonly adjusted_probability: number;
  readonly tried: number;
  readonly remark: string;
};

export interface DecidedRace {
  readonly decision: ChampionDecision;
  readonly judgeOff: ChampionDecision;
  readonly incumbentId: string | null;
  /** The margin of the incumbent, and for how many days it had been champion; `undefined` without one. */
  readonly defence: { readonly margin: number; readonly days: number } | undefined;
  readonly comparisons: readonly Comparison[];
}

export function describeResult({
  decision,
  judgeOff,
  incumbentId,
  defence,
  comparisons,
}: DecidedRace): PublishedResult {
  const topOf = ({ top }: ChampionDecision): string | null => top?.agentVersionId ?? null;
  return {
    top_agent_version_id: topOf(decision),
    incumbent_agent_version_id: incumbentId,
    changed: decision.changed,
    why: decision.why,
    threshold: decision.threshold,
    margin: defence?.margin ?? null,
    days_as_top: defence?.days ?? null,
    challengers_tried: decision.challengersTried,
    ranking: placesOf(decision),
    comparisons: comparisons.map(
      ({ agentVersionId, problems, difference, interval, probability, adjustedProbability, tried, remark }) => ({
        agent_version_id: agentVersionId,
        problems,
        difference,
        interval: [interval.low, interval.high],
        probability,
        adjusted_probability: adjustedProbability,
        tried,
        remark,
      }),
    ),
    judge_off: {
      same_top: topOf(decision) === topOf(judgeOff),
      top_agent_version_id: topOf(judgeOff),
      why: judgeOff.why,
      threshold: judgeOff.threshold,
      ranking: placesOf(judgeOff),
    },
  };
}

function placesOf({ ranking }: ChampionDecision): PublishedPlace[] {
  return ranking.map(({ agentVersionId, hotkey, raceScore }, index) => ({
    rank: index + 1,
    agent_version_id: agentVersionId,
    miner_hotkey: hotkey,
    score: raceScore!,
  }));
}
