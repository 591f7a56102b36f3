import type { Episode } from '../harness/episode.ts';
import type { EpisodeKey } from './episode-key.ts';

/** Everything that was said and shown in an episode, with the tokens where the provider gave them. */
export function transcriptOf(episode: Episode, key: EpisodeKey): Readonly<Record<string, unknown>> {
  return {
    problem_id: key.problemId,
    mode: key.mode,
    sample: key.sample,
    recommended: episode.strict.recommended,
    scores: { strict: episode.strict.scores, benchmark: episode.benchmark.scores },
    messages: episode.messages,
    turns: episode.turns.map(({ tokens, ...turn }) => ({
      finish_reason: turn.finishReason,
      prompt_tokens: turn.promptTokens,
      completion_tokens: turn.completionTokens,
      first_token_seconds: turn.secondsToFirst,
      seconds: turn.seconds,
      retries: turn.retries,
      prompt_token_ids: tokens.prompt,
      token_ids: tokens.completion,
      logprobs: tokens.logProbabilities,
    })),
  };
}
