/**
 * Where an executed call came from. `emitted` and `expanded` calls are the model's. `amended` calls were changed by the
 * program. `dictated` calls were put into the prompt by the program before the model emitted them. `none`: no
 * completion contains the call.
 */
type CallOrigin = 'emitted' | 'expanded' | 'amended' | 'dictated' | 'none';

export interface CallAttribution {
  /** Sequence number of the recorded call. */
  readonly call: number;
  readonly tool: 'find_product' | 'view_product_information';
  readonly origin: CallOrigin;
  /** Sequence number of the completion it came from. */
  readonly completion: number | null;
  /** Name of the tool called in that completion. */
  readonly emitted: string | null;
}

export type AgencyVerdict = 'agentic' | 'scripted' | 'mixed';

/** `unknown` if the recommendation is not recorded. */
export type RecommendationOrigin = 'emitted' | 'dictated' | 'scripted' | 'none' | 'unknown';

/** How much of an agent's actions its model decided, with the evidence. */
export interface Agency {
  readonly verdict: AgencyVerdict;
  /** The reason for the verdict in one sentence. */
  readonly because: string;
  /** Share of executed calls that the model emitted; 0 if nothing was executed. */
  readonly share: number;
  readonly dictated: number;
  /** Searches and views that the model emitted and the program did not execute. */
  readonly ignored: number;
  readonly recommendation: RecommendationOrigin;
  readonly calls: readonly CallAttribution[];
}

/** `claimed` is the best verdict for a log that no gateway recorded: nothing in it shows that a program decided. */
export interface ClaimedAgency extends Omit<Agency, 'verdict'> {
  readonly verdict: Exclude<AgencyVerdict, 'agentic'> | 'claimed';
}
