/**
 * Where an executed call came from. `emitted` and `expanded` calls are the model's; `amended` ones were changed by the
 * program, `dictated` ones were put into the model's mouth by it, and `none` has no completion to show for it.
 */
type CallOrigin = 'emitted' | 'expanded' | 'amended' | 'dictated' | 'none';

export interface CallAttribution {
  /** Sequence of the recorded call. */
  readonly call: number;
  readonly tool: 'find_product' | 'view_product_information';
  readonly origin: CallOrigin;
  /** Sequence of the recorded completion it came from. */
  readonly completion: number | null;
  /** Name of the tool that was called there. */
  readonly emitted: string | null;
}

export type AgencyVerdict = 'agentic' | 'scripted' | 'mixed';

/** `unknown` when the recommendation is not recorded. */
export type RecommendationOrigin = 'emitted' | 'dictated' | 'scripted' | 'none' | 'unknown';

/** How much of what an agent did its model decided, with the evidence for it. */
export interface Agency {
  readonly verdict: AgencyVerdict;
  /** In a sentence, what decided. */
  readonly because: string;
  /** Share of executed calls that the model emitted; 0 where nothing was executed. */
  readonly share: number;
  readonly dictated: number;
  /** Searches and views that the model asked for and the program did not run. */
  readonly ignored: number;
  readonly recommendation: RecommendationOrigin;
  readonly calls: readonly CallAttribution[];
}

/** `claimed` is the best that a log without a recording gateway can be: nothing in it speaks against its model. */
export interface ClaimedAgency extends Omit<Agency, 'verdict'> {
  readonly verdict: Exclude<AgencyVerdict, 'agentic'> | 'claimed';
}
