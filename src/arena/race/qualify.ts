import { pythonRound } from '../../statistics/python-round.ts';
import { earlierFirst } from './earlier-first.ts';
import { DEFAULT_RACE_POLICY, type RacePolicy } from './race-policy.ts';

/** A version that finished qualifying. */
export interface Candidate {
  readonly agentVersionId: string;
  /** Identifies the contestant: one hotkey each. */
  readonly hotkey: string;
  readonly qualifyingScore: number;
  readonly submittedAt: Temporal.Instant;
}

export interface Qualification extends Candidate {
  readonly type: 'INCUMBENT' | 'THRESHOLD';
  /** Whether this version races for its contestant; only one may. */
  readonly racing: boolean;
  /** The contestant's version that races instead. */
  readonly outrankedBy: string | null;
}

export type Racer = Qualification & { readonly racing: true };

export interface QualifyingResult {
  readonly threshold: number;
  /** All qualified versions, best first. */
  readonly qualified: readonly Qualification[];
}

/**
 * Scores have four digits and the share two, so six digits keep their product exact: a score of exactly 95 % qualifies.
 */
const THRESHOLD_DIGITS = 6;

/** The score a challenger must reach; without a champion, any score qualifies. */
export function qualifyingThreshold(
  topQualifyingScore: number | null,
  { qualifyingShare }: Pick<RacePolicy, 'qualifyingShare'> = DEFAULT_RACE_POLICY,
): number {
  return topQualifyingScore === null ? 0 : pythonRound(topQualifyingScore * qualifyingShare, THRESHOLD_DIGITS);
}

export interface QualifyingInput {
  readonly candidates: readonly Candidate[];
  /** The champion. It races with any score, and no other version of its contestant races. */
  readonly incumbent: Candidate | null;
  /** By hotkey, the version it has pinned, among those that qualify. */
  readonly pins: ReadonlyMap<string, string>;
}

export function qualify(input: QualifyingInput, policy: RacePolicy = DEFAULT_RACE_POLICY): QualifyingResult {
  const { candidates, incumbent, pins } = input;
  const threshold = qualifyingThreshold(incumbent?.qualifyingScore ?? null, policy);
  const challengers = candidates.filter(
    ({ agentVersionId, qualifyingScore }) =>
      agentVersionId !== incumbent?.agentVersionId && qualifyingScore >= threshold,
  );
  const eligible = [...(incumbent === null ? [] : [incumbent]), ...challengers].toSorted(bestFirst);
  const chosen = new Map<string, string>();
  for (const [hotkey, versions] of Map.groupBy(eligible, (candidate) => candidate.hotkey)) {
    const pinned = versions.find(({ agentVersionId }) => agentVersionId === pins.get(hotkey));
    const choice = hotkey === incumbent?.hotkey ? incumbent : (pinned ?? versions[0]!);
    chosen.set(hotkey, choice.agentVersionId);
  }
  const qualified = eligible.map((candidate): Qualification => {
    const choice = chosen.get(candidate.hotkey)!;
    const racing = choice === candidate.agentVersionId;
    const type = candidate.agentVersionId === incumbent?.agentVersionId ? 'INCUMBENT' : 'THRESHOLD';
    return { ...candidate, type, racing, outrankedBy: racing ? null : choice };
  });
  return { threshold, qualified };
}

export function racersOf({ qualified }: QualifyingResult): Racer[] {
  return qualified.filter((each): each is Racer => each.racing);
}

function bestFirst(one: Candidate, other: Candidate): number {
  return other.qualifyingScore - one.qualifyingScore || earlierFirst(one, other);
}
