import type { Agency } from '../../corpus/agency.ts';
import type { ScriptedStep, SpokenConversation } from '../../corpus/recorded.ts';

/** A successful attempt with the calls that the gateway recorded. */
export interface SuccessfulAttempt {
  readonly id: string;
  readonly problem_id: string;
  /** File name of the agent. */
  readonly agent: string;
  readonly model: string;
  readonly simulated: boolean;
  /** Also `scripted` if all attempts of the version together show it. */
  readonly agency: Agency['verdict'];
  /** Licence chosen by the contestant, if known. */
  readonly licence: string;
  /** Prompts and answers of the model; `undefined` for a conversation with words that no model wrote. */
  readonly conversations: readonly (SpokenConversation | undefined)[];
  /** Searches and views in their order, then the recommendation. */
  readonly steps: readonly ScriptedStep[];
}
