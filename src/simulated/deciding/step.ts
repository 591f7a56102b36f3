import type { Conversation } from '../reading/conversation.ts';
import type { ShoppingRequest } from '../reading/wish.ts';
import type { ErrorProfile } from './mistakes.ts';

export interface PlannedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What the model says and does in one answer. Calls, or a response where there is nothing left to call. */
export interface Step {
  readonly thought: string;
  readonly calls: readonly PlannedCall[];
  readonly response?: string;
}

export interface Situation {
  /** As the model took it in, which need not be as it was meant. */
  readonly request: ShoppingRequest;
  readonly errorProfile: ErrorProfile;
  readonly conversation: Conversation;
  readonly tools: ReadonlySet<string>;
}
