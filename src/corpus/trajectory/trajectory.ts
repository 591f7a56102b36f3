import type { RowMessage } from '../../chat/schema.ts';

/** One thing the model said, and what is known of how it said it. */
export interface TrajectoryStep {
  /** Place of its message. */
  readonly message: number;
  /** Sequence of the recorded completion. */
  readonly completion: number;
  /** Which model said it. */
  readonly model: string | null;
  readonly finish_reason: string | null;
  readonly latency_ms: number;
  /** Only where the provider gave them. */
  readonly prompt_token_ids: readonly number[] | null;
  readonly token_ids: readonly number[] | null;
  /** How probable each of `token_ids` was; only with them. */
  readonly logprobs: readonly number[] | null;
}

/**
 * `as-seen`: the model saw these very messages, one request the beginning of the next. `normalised`: it said these very
 * words and got these very results, but saw them in another form, such as one long text. `executed`: it said its calls in a
 * form of its agent's, and they stand here as they were carried out, under instructions of ours. `rewritten`: a program
 * made the calls, and what is said between them was written afterwards. `claimed`: a log says so, and nothing recorded it.
 */
type Fidelity = 'as-seen' | 'normalised' | 'executed' | 'rewritten' | 'claimed';

/** What training eats: rebuilt from recorded inference calls, never from the dialogue an agent claims. */
export interface Trajectory {
  readonly query: string;
  readonly messages: readonly RowMessage[];
  /** JSON of the tool schemas. */
  readonly tools: string;
  /** Whether the model was given these schemas, or we added ours because its prompt described tools in words. */
  readonly tools_given: boolean;
  readonly fidelity: Fidelity;
  readonly steps: readonly TrajectoryStep[];
  /** Results at the end that no request shows, because the conversation was over; taken from the record or our tools. */
  readonly supplied_results: number;
  /** Completions that belong to no step: classifications, summaries, answers that were thrown away. */
  readonly side_completions: number;
}
