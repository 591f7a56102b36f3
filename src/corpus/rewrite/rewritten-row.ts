import { renderedTokens } from '../filter/rendered-tokens.ts';
import type { TokenCounter } from '../filter/token-counter.ts';
import type { ReceiptLink } from '../intake/read-attempt.ts';
import { type CorpusRow, toolsReference, verdictOutcome } from '../pipeline/corpus-row.ts';
import type { StepScore } from './check-reasoning.ts';
import type { AcceptedGain } from './judge-gain.ts';
import type { ScriptedAttempt } from './scripted-attempt.ts';
import { messageOfStep, rewrittenTrajectory } from './scripted-steps.ts';

/** Permanent record of how a row was written. */
interface RewrittenMark {
  /** Version of the thresholds, prompts and rules. */
  readonly version: number;
  readonly config_fingerprint: string;
  /** The model that wrote the reasoning. */
  readonly model: string;
  readonly simulated: boolean;
  /** The model that predicted the calls. */
  readonly checker: string;
  readonly checker_simulated: boolean;
  readonly samples: number;
  readonly seed: number;
  readonly gain: number;
  readonly worst: number;
  /** Probability of a difference this large if the reasoning has no effect. */
  readonly chance: number;
  readonly steps: readonly (StepScore & { readonly message: number })[];
}

/** A line of `rewritten.jsonl`: a row of a corpus except for who wrote the reasoning. */
export type RewrittenRow = Omit<CorpusRow, 'source' | 'trains'> & {
  readonly source: 'rewritten';
  /** Only text: a validator signed the calls and their results, but not the reasoning. */
  readonly trains: 'text';
  readonly rewritten: RewrittenMark;
  readonly kept: { readonly because: string };
};

export interface RewrittenParts {
  readonly attempt: ScriptedAttempt;
  readonly receipt: ReceiptLink;
  readonly reasonings: readonly string[];
  readonly scores: readonly StepScore[];
  readonly gain: AcceptedGain;
  readonly mark: Omit<RewrittenMark, 'gain' | 'worst' | 'chance' | 'steps'>;
}

const SUFFIX = '-rewritten';

/** Differs from the attempt's id, so that a recorded row and a rewritten one can never be mistaken for each other. */
function rewrittenId(attemptId: string): string {
  return `${attemptId}${SUFFIX}`;
}

/** The attempt that a row comes from, whatever the kind of row. */
export function attemptOfRow(rowId: string): string {
  return rowId.endsWith(SUFFIX) ? rowId.slice(0, -SUFFIX.length) : rowId;
}

export function rewrittenRow(parts: RewrittenParts, counter: TokenCounter): RewrittenRow {
  const { attempt, receipt, reasonings, scores, gain, mark } = parts;
  const { facts, verdict, agency, query, steps } = attempt;
  const trajectory = rewrittenTrajectory(query, steps, reasonings);
  return {
    schema: 'traj/1',
    id: rewrittenId(facts.attempt_id),
    problem_id: facts.problem_id,
    query,
    leak_cluster: null,
    split: null,
    source: 'rewritten',
    trains: 'text',
    policy: { name: mark.model, simulated: mark.simulated, models: facts.policy.models },
    agent: facts.agent,
    attempt: { attempt_id: facts.attempt_id, run_id: facts.run_id, validator: facts.validator },
    receipt: { hash: receipt.hash, sequence: receipt.receipt.sequence },
    tools_ref: toolsReference(trajectory.tools),
    tools_given: trajectory.tools_given,
    fidelity: trajectory.fidelity,
    supplied_results: trajectory.supplied_results,
    replaced_prompts: trajectory.replaced_prompts,
    side_completions: trajectory.side_completions,
    messages: trajectory.messages,
    steps: trajectory.steps,
    outcome: verdictOutcome(verdict),
    agency,
    tokens: { rendered: renderedTokens(trajectory, counter), counter: counter.name, exact: counter.exact },
    rewritten: {
      ...mark,
      gain: gain.gain,
      worst: gain.worst,
      chance: gain.chance,
      steps: scores.map((score, place) => ({ message: messageOfStep(place), ...score })),
    },
    kept: {
      because: 'the reasoning written for it predicts its real calls better than the history alone, and not by chance',
    },
  };
}
