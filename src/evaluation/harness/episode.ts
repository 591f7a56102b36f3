import type { ProviderFailure } from '../../chat/client.ts';
import type { TokenTrace } from '../../chat/read-tokens.ts';
import type { ChatMessage } from '../../chat/schema.ts';
import type { RuleVerdict } from '../../verdict/verdict.ts';

/** How an episode ended. All endings are the model's responsibility. */
export const ENDINGS = [
  'terminated',
  'finished without terminate',
  'stopped calling',
  'looped',
  'repeated invalid call',
  'out of turns',
  'context full',
  'answer too long',
] as const;

export type Ending = (typeof ENDINGS)[number];

/** One turn of the model: the parts of a transcript that are not in the messages. */
export interface TurnTrace {
  readonly finishReason: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly secondsToFirst: number | null;
  readonly seconds: number | null;
  readonly retries: number;
  readonly tokens: TokenTrace;
}

interface EpisodeCounts {
  readonly turns: number;
  readonly calls: number;
  readonly validCalls: number;
  readonly repeats: number;
  readonly unseenProducts: number;
  /** Answers without calls. */
  readonly idleAnswers: number;
  /** Answers that ended at the token limit. */
  readonly cutOff: number;
}

/** One model, one problem, once. */
export interface Episode {
  readonly ending: Ending;
  readonly counts: EpisodeCounts;
  readonly strict: RuleVerdict;
  readonly benchmark: RuleVerdict;
  /** `null` for a success. */
  readonly failure: string | null;
  readonly messages: readonly ChatMessage[];
  readonly turns: readonly TurnTrace[];
}

export type EpisodeOutcome =
  | { readonly kind: 'episode'; readonly episode: Episode }
  /** The provider failed; the episode says nothing about the model. */
  | {
      readonly kind: 'provider failure';
      readonly failure: ProviderFailure;
      readonly detail: string;
      readonly turn: number;
      readonly retries: number;
    };
