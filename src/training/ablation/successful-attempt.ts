import type { Agency } from '../../corpus/agency.ts';
import type { ScriptedStep, SpokenConversation } from '../../corpus/recorded.ts';

/** A success in the evidence, with what the gateway recorded of it. */
export interface SuccessfulAttempt {
  readonly id: string;
  readonly problem_id: string;
  /** The name of its file. */
  readonly agent: string;
  readonly model: string;
  readonly simulated: boolean;
  /** `scripted` also where all attempts of the version together show it. */
  readonly agency: Agency['verdict'];
  /** What its agent's author chose, as far as it is known. */
  readonly licence: string;
  /** What the model was asked and answered; `undefined` for a conversation with words that no model said. */
  readonly conversations: readonly (SpokenConversation | undefined)[];
  /** Searches and views in the order in which they were made, then the recommendation. */
  readonly steps: readonly ScriptedStep[];
}
