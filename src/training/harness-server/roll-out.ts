import type { Endpoint } from '../../chat/client.ts';
import { type Episode, type Harness, runEpisode } from '../../evaluation/harness.ts';
import { Fault } from '../../fault/fault.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import { EpisodeRewards } from '../step-reward/episode-rewards.ts';
import type { SameTarget } from '../step-reward/match-calls.ts';
import type { StepReward } from '../step-reward/step-reward.ts';
import type { TeacherCall } from '../step-reward/teacher-call.ts';
import { type RecordedTurn, RecordingEndpoint } from './recording-endpoint.ts';

export interface RolloutOptions {
  readonly problem: Problem;
  readonly sample: number;
  readonly harness: Harness;
  readonly endpoint: Endpoint;
  readonly search: Search;
  readonly maxTurns: number;
  readonly request: { readonly model: string; readonly seed: number; readonly [field: string]: unknown };
  readonly teacher: readonly TeacherCall[];
  readonly sameTarget: SameTarget;
  readonly signal?: AbortSignal;
}

interface RolloutTurn {
  readonly prompt_token_ids: readonly number[];
  readonly token_ids: readonly number[];
  readonly logprobs: readonly number[];
  readonly finish_reason: string | null;
  readonly step_reward: number;
  readonly parts: StepReward['parts'];
}

export type Rollout =
  | {
      readonly problem_id: string;
      readonly sample: number;
      readonly outcome: 0 | 1;
      readonly score: number;
      readonly ending: Episode['ending'];
      /** Number of teacher calls. Each pays once, so this bounds the reward of all turns together. */
      readonly teacher_calls: number;
      readonly turns: readonly RolloutTurn[];
    }
  /** The provider failed. That says nothing about the model and must not count as a reward of 0. */
  | { readonly problem_id: string; readonly sample: number; readonly failure: string };

/** One episode of the model in training, with the reward of each turn. */
export async function rollOut(options: RolloutOptions): Promise<Rollout> {
  const { problem, sample } = options;
  const named = { problem_id: problem.id, sample };
  const recorder = new RecordingEndpoint(options.endpoint);
  try {
    const outcome = await runEpisode({ ...options, endpoint: recorder });
    if (outcome.kind !== 'episode') return { ...named, failure: `${outcome.failure}: ${outcome.detail}` };
    const { episode } = outcome;
    const spoilt = recorder.turns.findIndex((turn) => tokensOf(turn) === undefined);
    if (spoilt !== -1)
      return { ...named, failure: `the endpoint returned no token ids with log-probabilities in turn ${spoilt + 1}` };
    return {
      ...named,
      outcome: episode.strict.success ? 1 : 0,
      score: episode.strict.scores.rule,
      ending: episode.ending,
      teacher_calls: options.teacher.length,
      turns: await rewarded(options, recorder.turns, episode),
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    // A rejected key or a missing model is also a failure of the provider.
    if (Fault.isInstance(error)) return { ...named, failure: error.message };
    throw error;
  }
}

/**
 * Tokens as the server returned them. Without them, or with lengths that do not match, the turn cannot be trained on.
 */
function tokensOf({ completion: { tokens } }: RecordedTurn) {
  const { prompt, completion, logProbabilities } = tokens;
  if (prompt === null || completion === null || logProbabilities === null) return undefined;
  if (completion.length !== logProbabilities.length) return undefined;
  return { prompt_token_ids: prompt, token_ids: completion, logprobs: logProbabilities };
}

async function rewarded(options: RolloutOptions, turns: readonly RecordedTurn[], episode: Episode) {
  const found: RolloutTurn[] = [];
  const { harness, sameTarget, teacher } = options;
  const rewards = new EpisodeRewards(teacher, { tools: harness.tools, sameTarget });
  for (const [place, turn] of turns.entries()) {
    // The harness did not read this answer either.
    const isUnread = place === turns.length - 1 && episode.ending === 'answer too long';
    const { text, toolCalls } = isUnread ? { text: '', toolCalls: [] } : turn.completion;
    const { reward, parts } = await rewards.next(turn.messages, { text, toolCalls });
    found.push({
      ...tokensOf(turn)!,
      finish_reason: turn.completion.finishReason,
      step_reward: reward,
      parts,
    });
  }
  return found;
}
