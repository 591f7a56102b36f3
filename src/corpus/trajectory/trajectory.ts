import type { RowMessage } from '../../chat/schema.ts';
import type { ReplacedPrompt } from './opening-prompts.ts';

/** One answer of the model, with metadata. */
export interface TrajectoryStep {
  /** Index of its message. */
  readonly message: number;
  /** Sequence number of the recorded completion. */
  readonly completion: number;
  /** The model that answered. */
  readonly model: string | null;
  readonly finish_reason: string | null;
  readonly latency_ms: number;
  /** Only if the provider returned them. */
  readonly prompt_token_ids: readonly number[] | null;
  readonly token_ids: readonly number[] | null;
  /** Log-probability of each of `token_ids`; only with them. */
  readonly logprobs: readonly number[] | null;
}

/**
 * `as-seen`: the model saw exactly these messages, each request a prefix of the next. `normalised`: it said exactly
 * these words and got exactly these results, but saw them in another format, such as one long text; `replaced_prompts`
 * names the prompts that were replaced because they describe that format. `executed`: it
 * wrote its calls in its agent's own format; they are shown here as executed, under our instructions. `rewritten`: a
 * program made the calls, and the text between them was written afterwards. `claimed`: according to a log that nothing
 * recorded.
 */
type Fidelity = 'as-seen' | 'normalised' | 'executed' | 'rewritten' | 'claimed';

/** The input of training: rebuilt from recorded inference calls, never from the dialogue an agent claims. */
export interface Trajectory {
  readonly query: string;
  readonly messages: readonly RowMessage[];
  /** JSON of the tool schemas. */
  readonly tools: string;
  /** `false` if we added our schemas because the prompt described tools in words. */
  readonly tools_given: boolean;
  readonly fidelity: Fidelity;
  readonly steps: readonly TrajectoryStep[];
  /** Results at the end that no request shows because the conversation was over; from the record or our tools. */
  readonly supplied_results: number;
  /**
   * Prompts that are not as they were sent: our harness's system prompt instead of one that describes another call
   * format, and the bare request instead of the first user message.
   */
  readonly replaced_prompts: readonly ReplacedPrompt[];
  /** Completions that belong to no step: classifications, summaries, discarded answers. */
  readonly side_completions: number;
}
