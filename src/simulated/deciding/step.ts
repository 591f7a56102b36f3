import type { Conversation } from '../reading/conversation.ts';
import type { ShoppingRequest } from '../reading/wish.ts';
import type { ErrorProfile } from './mistakes.ts';

export interface PlannedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Text and calls of one answer; a response if there is nothing left to call. */
export interface Step {
  readonly thought: string;
  readonly calls: readonly PlannedCall[];
  readonly response?: string;
}

export interface Situation {
  /** As the model read it, which may differ from what was meant. */
  readonly request: ShoppingRequest;
  readonly errorProfile: ErrorProfile;
  readonly conversation: Conversation;
  readonly tools: ReadonlySet<string>;
}
