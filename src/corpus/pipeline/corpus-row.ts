import type { RowMessage } from '../../chat/schema.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Agency, ClaimedAgency } from '../agency/agency.ts';
import { type AttemptReading, type Policy, trajectoryOf } from '../filter/attempt-reading.ts';
import { renderedTokens } from '../filter/rendered-tokens.ts';
import type { TokenCounter } from '../filter/token-counter.ts';
import type { ReceiptLink } from '../intake/read-attempt.ts';
import type { ClaimedMark } from '../logs/claimed-conversation.ts';
import type { Trajectory, TrajectoryStep } from '../trajectory/trajectory.ts';

/**
 * What a row can validly be used for in training. `text`: the words. `text+outcome`: also the outcome, because a
 * validator signed it. `token-exact`: also the exact tokens, with each request a prefix of the next, which RL requires.
 */
type Trains = 'text' | 'text+outcome' | 'token-exact';

/** One line of `trajectories.jsonl`, the input of splits, releases and renderers. */
export interface CorpusRow {
  readonly schema: 'traj/1';
  readonly id: string;
  readonly problem_id: string;
  readonly query: string;
  /** Set when the corpus is split. */
  readonly leak_cluster: null;
  readonly split: null;
  readonly source: 'arena' | 'claimed';
  readonly trains: Trains;
  readonly policy: Policy;
  /** SHA-256 of the agent's source. */
  readonly agent: string;
  readonly attempt: { readonly attempt_id: string; readonly run_id: string | null; readonly validator: string | null };
  readonly receipt: { readonly hash: string; readonly sequence: number } | null;
  /** Key in `tools.json`. */
  readonly tools_ref: string;
  readonly tools_given: boolean;
  readonly fidelity: Trajectory['fidelity'];
  readonly supplied_results: number;
  readonly replaced_prompts: Trajectory['replaced_prompts'];
  readonly side_completions: number;
  readonly messages: readonly RowMessage[];
  readonly steps: readonly TrajectoryStep[];
  readonly outcome: {
    readonly success: boolean;
    readonly score: number;
    readonly scores: Readonly<Record<string, number>>;
    readonly rule_set: string;
    readonly judge: { readonly judge: string; readonly version: number; readonly quality: number | null };
  } | null;
  readonly agency: Agency | ClaimedAgency;
  /** Origin of a row from a log. */
  readonly claimed?: ClaimedMark;
  /** Only if a log states it. */
  readonly licence?: string;
  readonly tokens: { readonly rendered: number; readonly counter: string; readonly exact: boolean };
}

export function toolsReference(tools: string): string {
  return `sha256:${sha256(tools)}`;
}

export function corpusRow(reading: AttemptReading, link: ReceiptLink | null, counter: TokenCounter): CorpusRow {
  const { facts, verdict, agency } = reading;
  const trajectory = trajectoryOf(reading)!;
  return {
    schema: 'traj/1',
    id: facts.attempt_id,
    problem_id: facts.problem_id,
    query: trajectory.query,
    leak_cluster: null,
    split: null,
    source: facts.claimed === undefined ? 'arena' : 'claimed',
    trains: trainsOf(trajectory, verdict !== null && link !== null),
    policy: facts.policy,
    agent: facts.agent,
    attempt: { attempt_id: facts.attempt_id, run_id: facts.run_id, validator: facts.validator },
    receipt: link && { hash: link.hash, sequence: link.receipt.sequence },
    tools_ref: toolsReference(trajectory.tools),
    tools_given: trajectory.tools_given,
    fidelity: trajectory.fidelity,
    supplied_results: trajectory.supplied_results,
    replaced_prompts: trajectory.replaced_prompts,
    side_completions: trajectory.side_completions,
    messages: trajectory.messages,
    steps: trajectory.steps,
    outcome: verdict && verdictOutcome(verdict),
    agency,
    ...(facts.claimed !== undefined && { claimed: facts.claimed }),
    ...(facts.licence && { licence: facts.licence }),
    tokens: { rendered: renderedTokens(trajectory, counter), counter: counter.name, exact: counter.exact },
  };
}

export function verdictOutcome({ rules, judgement }: Verdict): NonNullable<CorpusRow['outcome']> {
  return {
    success: rules.success,
    score: rules.scores.rule,
    scores: { ...rules.scores },
    rule_set: `${rules.rule_set}/${rules.rule_set_version}`,
    judge: { judge: judgement.judge, version: judgement.judge_version, quality: judgement.quality },
  };
}

function trainsOf({ steps, fidelity }: Trajectory, isSigned: boolean): Trains {
  if (!isSigned) return 'text';
  return fidelity === 'as-seen' && isTokenExact(steps) ? 'token-exact' : 'text+outcome';
}

/**
 * The tokens of each turn must be a prefix of the next turn's prompt. Otherwise merging them would train on tokens that
 * were never sampled.
 */
function isTokenExact(steps: readonly TrajectoryStep[]): boolean {
  return steps.every((step, place) => {
    const { prompt_token_ids: prompt, token_ids: said } = step;
    if (prompt === null || said === null) return false;
    const next = steps[place + 1]?.prompt_token_ids;
    if (next === undefined) return true;
    const before = [...prompt, ...said];
    return next !== null && before.length <= next.length && before.every((token, at) => token === next[at]);
  });
}
