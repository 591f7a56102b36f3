import { withFactor } from '../../../arena/agency.ts';
import {
  type AgencyFinding,
  type AgencyFindings,
  agencyFactor,
  type PastRace,
  type ReplayedOutcome,
  type ReplayedRace,
  type ReplayPolicy,
  racePay,
  replayRace,
} from '../../../arena/race.ts';
import type { QualifierWire } from '../../../board/wire.ts';
import type { OfficialResult, RaceDetail } from './replay-sources.ts';

type Interval = QualifierWire['race_score_interval'];

/** The actual or replayed result of a race, and the resulting payments. */
export interface OutcomeDocument {
  readonly top_agent_version_id: string | null;
  readonly why: ReplayedOutcome['why'];
  readonly changed: boolean;
  /** The score that a challenger needed. */
  readonly threshold: number | null;
  readonly margin: number | null;
  /** The champion's share, from 0 to 1: when the race was decided, and a week later if it is not beaten. */
  readonly share: number;
  readonly share_in_a_week: number;
  readonly burned: number;
}

/** One racer, with its actual and its replayed result. */
export interface EntrantDocument {
  readonly agent_version_id: string;
  readonly agent_name: string;
  readonly version_number: number;
  readonly is_incumbent: boolean;
  readonly score: number | null;
  readonly interval: Interval;
  readonly rank: number | null;
  readonly paid: number;
  readonly agency: number | null;
  readonly agency_source: 'corpus' | 'probes' | null;
  /** Number of attempts in the corpus, or of changed answers in probes. */
  readonly agency_count: number;
  /** Factor of `reward-agency`; `null` if it was not replayed or the version was not probed. */
  readonly reward_factor: number | null;
  readonly replayed_score: number | null;
  /**
   * The official interval with the arena's agency factor replaced by the policy's; `null` if the arena's factor was 0.
   * The uncertainty of the agency is not included.
   */
  readonly replayed_interval: Interval;
  readonly replayed_rank: number | null;
  readonly replayed_paid: number | null;
}

export interface ChangeDocument {
  readonly what: 'champion' | 'rank' | 'threshold' | 'margin' | 'share' | 'share in a week' | 'burned' | 'paid';
  /** The racer, for changes of a rank or of a payment. */
  readonly agent_version_id: string | null;
  readonly from: string | number | null;
  readonly to: string | number | null;
}

export interface ScenarioDocument {
  readonly policy: {
    readonly name: string;
    readonly agency: { readonly exponent: number } | null;
    /** The floor is `null` if the arena's own was used. */
    readonly reward_agency: { readonly floor: number | null } | null;
    readonly emission: ReplayPolicy['emission'];
    readonly qualifying_share: number | null;
  };
  /** `null` if the outcome is unknown. */
  readonly replayed: OutcomeDocument | null;
  readonly same_top: boolean | null;
  /** Finishers with unknown agency. */
  readonly unknown: readonly string[];
  /** Racers that would not have qualified. */
  readonly left_out: readonly string[];
  /** Whether versions that did not race could have qualified. */
  readonly admits_others: boolean;
  readonly changes: readonly ChangeDocument[];
  readonly entrants: readonly EntrantDocument[];
}

export interface ReplayDocument {
  readonly race_id: string;
  readonly race_number: number;
  readonly official: OutcomeDocument;
  readonly scenarios: readonly ScenarioDocument[];
}

export interface ReplayInput {
  readonly detail: RaceDetail;
  readonly official: OfficialResult;
  readonly past: PastRace;
  readonly agency: AgencyFindings;
}

export function replayDocument(input: ReplayInput, policies: readonly ReplayPolicy[]): ReplayDocument {
  const { race } = input.detail;
  const official = officialOutcome(input);
  return {
    race_id: race.race_id,
    race_number: race.race_number,
    official: official.told,
    scenarios: policies.map((policy) => scenarioOf(input, official, policy)),
  };
}

interface Outcome {
  readonly told: OutcomeDocument;
  readonly paid: ReadonlyMap<string, number>;
}

function officialOutcome({ official, past }: ReplayInput): Outcome {
  const top = past.racers.find(({ agentVersionId }) => agentVersionId === official.top_agent_version_id) ?? null;
  const ranking = past.racers.filter(({ raceScore }) => raceScore !== null);
  const pay = racePay({ top, changed: official.changed, ranking }, past, past.emission);
  const { top_agent_version_id, why, changed, threshold, margin } = official;
  const told = { top_agent_version_id, why, changed, threshold, margin, ...paidBy(pay) };
  return { told, paid: pay.byHotkey };
}

function paidBy({ share, shareInAWeek, burned }: ReplayedOutcome['pay']) {
  return { share, share_in_a_week: shareInAWeek, burned };
}

function tell({ top, why, changed, threshold, margin, pay }: ReplayedOutcome): OutcomeDocument {
  const top_agent_version_id = top?.agentVersionId ?? null;
  // As in the arena's published results: without an incumbent there is no margin.
  return { top_agent_version_id, why, changed, threshold, margin: threshold === null ? null : margin, ...paidBy(pay) };
}

function scenarioOf(input: ReplayInput, official: Outcome, policy: ReplayPolicy): ScenarioDocument {
  const replay = replayRace(input.past, policy, input.agency);
  const { outcome, unknown, leftOut, admitsOthers } = replay;
  const replayed = outcome && tell(outcome);
  const entrants = input.past.racers
    .map((_, index) => entrantOf(input, index, { official, policy, replay }))
    .toSorted((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity));
  return {
    policy: {
      name: policy.name,
      agency: policy.agency ?? null,
      reward_agency: policy.rewardAgency === undefined ? null : { floor: policy.rewardAgency.floor ?? null },
      emission: policy.emission,
      qualifying_share: policy.qualifyingShare ?? null,
    },
    replayed,
    same_top: replayed && replayed.top_agent_version_id === official.told.top_agent_version_id,
    unknown,
    left_out: leftOut,
    admits_others: admitsOthers,
    changes: replayed === null ? [] : changesOf(official.told, replayed, entrants),
    entrants,
  };
}

function entrantOf(
  { detail, official: result, past, agency }: ReplayInput,
  index: number,
  { official, policy, replay }: { official: Outcome; policy: ReplayPolicy; replay: ReplayedRace },
): EntrantDocument {
  const { agentVersionId: id, hotkey, raceScore, unweightedScore } = past.racers[index]!;
  const racer = detail.qualifiers.find(({ agent_version_id }) => agent_version_id === id)!;
  const finding = policy.agency && agency.get(id);
  const isReweighed = policy.agency !== undefined || policy.rewardAgency !== undefined;
  const factor = factorOf(policy, finding, replay.rewardFactors.get(id));
  const interval = racer.race_score_interval;
  const applied = isReweighed && racer.agency?.is_applied ? (racer.agency.factor ?? 1) : 1;
  const scale = factor === undefined || applied === 0 ? null : factor / applied;
  const score = isReweighed ? unweightedScore : raceScore;
  const isOut = replay.leftOut.includes(id) || factor === undefined;
  const place = replay.outcome?.ranking.findIndex(({ agentVersionId }) => agentVersionId === id) ?? -1;
  return {
    agent_version_id: id,
    agent_name: racer.agent_name,
    version_number: racer.version_number,
    is_incumbent: racer.qualification_type === 'INCUMBENT',
    score: raceScore,
    interval,
    rank: result.ranking.find(({ agent_version_id }) => agent_version_id === id)?.rank ?? null,
    paid: official.paid.get(hotkey) ?? 0,
    agency: finding?.agency ?? null,
    agency_source: finding?.source ?? null,
    agency_count: finding?.count ?? 0,
    reward_factor: replay.rewardFactors.get(id) ?? null,
    replayed_score:
      score === null || isOut ? null : policy.rewardAgency === undefined ? score * factor : withFactor(score, factor),
    replayed_interval:
      interval && !isOut && scale !== null
        ? { ...interval, low: interval.low * scale, high: interval.high * scale }
        : null,
    replayed_rank: place === -1 ? null : place + 1,
    replayed_paid: replay.outcome && (replay.outcome.pay.byHotkey.get(hotkey) ?? 0),
  };
}

/** What a policy multiplies a score by; `undefined` if it is unknown. */
function factorOf(
  policy: ReplayPolicy,
  finding: AgencyFinding | undefined,
  reward: number | null | undefined,
): number | undefined {
  if (policy.rewardAgency !== undefined) return reward === null ? 1 : reward;
  if (policy.agency === undefined) return 1;
  return finding && agencyFactor(finding, policy.agency);
}

function changesOf(
  was: OutcomeDocument,
  would: OutcomeDocument,
  entrants: readonly EntrantDocument[],
): ChangeDocument[] {
  const change = (
    what: ChangeDocument['what'],
    from: string | number | null,
    to: string | number | null,
    agent_version_id: string | null = null,
  ): ChangeDocument[] => (from === to ? [] : [{ what, agent_version_id, from, to }]);
  return [
    ...change('champion', was.top_agent_version_id, would.top_agent_version_id),
    ...change('margin', was.margin, would.margin),
    ...change('threshold', was.threshold, would.threshold),
    ...change('share', was.share, would.share),
    ...change('share in a week', was.share_in_a_week, would.share_in_a_week),
    ...change('burned', was.burned, would.burned),
    ...entrants.flatMap((each) => change('rank', each.rank, each.replayed_rank, each.agent_version_id)),
    ...entrants.flatMap((each) => change('paid', each.paid, each.replayed_paid, each.agent_version_id)),
  ];
}
