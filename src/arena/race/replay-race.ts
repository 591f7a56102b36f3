import { withFactor } from '../agency/agency-factor.ts';
import { challengeMargin } from '../emission/challenge-margin.ts';
import type { EmissionPolicy } from '../emission/emission-policy.ts';
import { emissionShare } from '../emission/emission-share.ts';
import type { Finisher } from '../emission/finisher.ts';
import { type Payout, payoutOf } from '../emission/payout-of.ts';
import { type AgencyFindings, type ReweighedResults, reweigh } from './agency-policy.ts';
import { type ChampionDecision, decideChampion, type RaceResult } from './decide-champion.ts';
import { qualifyingThreshold } from './qualify.ts';
import { DEFAULT_RACE_POLICY } from './race-policy.ts';
import type { ReplayPolicy } from './replay-policy.ts';
import { type PublishedAgency, rewardFactor } from './reward-agency.ts';

export interface PastRacer extends RaceResult, PublishedAgency {
  readonly qualifyingScore: number;
  /** The race score before the arena's agency factor; the race score itself if there was no factor. */
  readonly unweightedScore: number | null;
  /** Days of its reigns that ended before this race did. */
  readonly earlierDays: number;
}

/** A finished race and the inputs of its decision. */
export interface PastRace {
  /** All racers that counted when the champion was decided. */
  readonly racers: readonly PastRacer[];
  readonly incumbentId: string | null;
  /** The incumbent's score, a share of which was needed to qualify; `null` without an incumbent. */
  readonly incumbentQualifyingScore: number | null;
  /** The score needed to qualify, as the arena computed it. */
  readonly qualifyingThreshold: number | null;
  /** The margin on the day of the race. */
  readonly margin: number;
  /** Days of the incumbent, over all its reigns; `null` without one. */
  readonly daysAsTop: number | null;
  readonly emission: EmissionPolicy;
}

export interface ReplayedOutcome {
  /** Finishers, best first. */
  readonly ranking: readonly RaceResult[];
  readonly top: RaceResult | null;
  readonly changed: boolean;
  readonly why: ChampionDecision['why'] | 'TOO_FEW_RACERS';
  readonly threshold: number | null;
  readonly margin: number;
  readonly pay: RacePay;
}

export interface RacePay extends Payout {
  /** The champion's share when it was decided, and a week later if it is not beaten. */
  readonly share: number;
  readonly shareInAWeek: number;
}

export interface ReplayedRace {
  /** `null` if the agency of some finisher is unknown, because its score would affect who wins. */
  readonly outcome: ReplayedOutcome | null;
  readonly unknown: readonly string[];
  /** Factors of `reward-agency` by version; `null` for a version that was not probed. */
  readonly rewardFactors: ReadonlyMap<string, number | null>;
  /** Racers that would not have qualified. */
  readonly leftOut: readonly string[];
  /** Whether versions that never raced could have qualified. Their race scores are unknown. */
  readonly admitsOthers: boolean;
}

const WEEK = 7;

/** Who would have won a past race under another policy, and what it would have paid. */
export function replayRace(past: PastRace, policy: ReplayPolicy, agency: AgencyFindings): ReplayedRace {
  const emission = { ...past.emission, ...policy.emission };
  const margin = marginUnder(past, policy, emission);
  const needed =
    policy.qualifyingShare === undefined
      ? past.qualifyingThreshold
      : qualifyingThreshold(past.incumbentQualifyingScore, { qualifyingShare: policy.qualifyingShare });
  const isIn = ({ agentVersionId, qualifyingScore }: PastRacer): boolean =>
    policy.qualifyingShare === undefined || agentVersionId === past.incumbentId || qualifyingScore >= needed!;
  const racing = past.racers.filter(isIn);
  const { results, unknown, rewardFactors } = rescored(racing, policy, agency);
  const decision = decide(results, past, margin);
  return {
    outcome: unknown.length > 0 ? null : { ...decision, margin, pay: racePay(decision, past, emission) },
    unknown,
    rewardFactors,
    leftOut: past.racers.filter((racer) => !isIn(racer)).map(({ agentVersionId }) => agentVersionId),
    admitsOthers: (needed ?? 0) < (past.qualifyingThreshold ?? 0),
  };
}

type Rescored = ReweighedResults & Pick<ReplayedRace, 'rewardFactors'>;

function rescored(racing: readonly PastRacer[], policy: ReplayPolicy, agency: AgencyFindings): Rescored {
  const { rewardAgency } = policy;
  if (policy.agency !== undefined)
    return { ...reweigh(racing.map(unweighted), agency, policy.agency), rewardFactors: new Map() };
  if (rewardAgency === undefined) return { results: racing, unknown: [], rewardFactors: new Map() };
  const rewardFactors = new Map<string, number | null>();
  const unknown: string[] = [];
  const results = racing.map((racer): RaceResult => {
    const { raceScore, ...rest } = unweighted(racer);
    const factor = rewardFactor(racer, rewardAgency);
    if (factor !== undefined) rewardFactors.set(racer.agentVersionId, factor);
    else if (raceScore !== null) unknown.push(racer.agentVersionId);
    return { ...rest, raceScore: raceScore === null ? null : withFactor(raceScore, factor ?? null) };
  });
  return { results, unknown, rewardFactors };
}

/** Agency counts once: a replayed factor replaces the one that was applied. */
function unweighted(racer: PastRacer): PastRacer {
  return { ...racer, raceScore: racer.unweightedScore };
}

/** What an outcome pays. A new champion begins with full pay, or continues with the days of its earlier reigns. */
export function racePay(
  {
    top,
    changed,
    ranking,
  }: {
    readonly top: { readonly agentVersionId: string; readonly hotkey: string } | null;
    readonly changed: boolean;
    readonly ranking: readonly Finisher[];
  },
  { racers, daysAsTop }: Pick<PastRace, 'racers' | 'daysAsTop'>,
  emission: EmissionPolicy,
): RacePay {
  if (top === null) return { ...payoutOf(null, ranking, emission), share: 0, shareInAWeek: 0 };
  const winner = racers.find(({ agentVersionId }) => agentVersionId === top.agentVersionId);
  const days = (changed ? winner?.earlierDays : daysAsTop) ?? 0;
  return {
    ...payoutOf({ hotkey: top.hotkey, days }, ranking, emission),
    share: emissionShare(days, emission),
    shareInAWeek: emissionShare(days + WEEK, emission),
  };
}

/** The recorded margin unless the policy sets it: the arena's settings may have changed since. */
function marginUnder({ margin, daysAsTop }: PastRace, policy: ReplayPolicy, emission: EmissionPolicy): number {
  const isSet = policy.emission.margin !== undefined || policy.emission.marginHalfLifeDays !== undefined;
  return isSet && daysAsTop !== null ? challengeMargin(daysAsTop, emission) : margin;
}

function decide(
  results: readonly RaceResult[],
  { racers, incumbentId, incumbentQualifyingScore }: PastRace,
  margin: number,
): Omit<ReplayedOutcome, 'margin' | 'pay'> {
  const challengers = results.filter(({ agentVersionId }) => agentVersionId !== incumbentId);
  // An incumbent that was removed during the race still counted when qualifying closed.
  const counted = challengers.length + (incumbentQualifyingScore === null ? 0 : 1);
  const isHeld = counted >= DEFAULT_RACE_POLICY.fewestRacers || results.length === racers.length;
  if (isHeld) return decideChampion(results, incumbentId, margin);
  const incumbent = results.find(({ agentVersionId }) => agentVersionId === incumbentId) ?? null;
  return { ranking: [], top: incumbent, changed: false, threshold: null, why: 'TOO_FEW_RACERS' };
}
