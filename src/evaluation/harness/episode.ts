import type { ProviderFailure } from '../../chat/client.ts';
import type { TokenTrace } from '../../chat/read-tokens.ts';
import type { ChatMessage } from '../../chat/schema.ts';
import type { RuleVerdict } from '../../verdict/verdict.ts';

/** How an episode ended; all of them are the model's own doing. */
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

/** One turn of the model: the part of a transcript that messages do not hold. */
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
  /** Answers that called nothing. */
  readonly idleAnswers: number;
  /** Answers that ended at the limit of tokens. */
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
  /** The provider failed, and nothing was learnt about the model. */
  | {
      readonly kind: 'provider failure';
      readonly failure: ProviderFailure;
      readonly detail: string;
      readonly turn: number;
      readonly retries: number;
    };
