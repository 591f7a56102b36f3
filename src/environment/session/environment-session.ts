import { randomUUID } from 'node:crypto';
import type { ChatCompletion } from '../../chat/read-response.ts';
import type { ChatMessage } from '../../chat/schema.ts';
import { LiveEpisode } from '../../evaluation/harness.ts';
import { Fault } from '../../fault/fault.ts';
import { roundToMillionth } from '../../statistics/round-to-millionth.ts';
import { parametersSchema } from '../../tools/openai-tools.ts';
import { EpisodeRewards, type StepReward } from '../../training/step-reward.ts';
import { type ChosenProblem, chooseProblem } from './choose-problem.ts';
import type { ResetRequest, SessionState, StepAction } from './session-wire.ts';
import type { ShoppingEnvironment } from './shopping-environment.ts';

/** The answer to a reset or a step. */
export interface StepResult {
  readonly observation: Readonly<Record<string, unknown>>;
  readonly reward: number | null;
  readonly done: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface RunningEpisode extends ChosenProblem {
  readonly id: string;
  readonly live: LiveEpisode;
  /** `null` if single steps are not rewarded. */
  readonly rewards: EpisodeRewards | null;
}

/**
 * A longer conversation exceeds any context window. The limit also bounds the memory of a session, because the client
 * chooses how many results of which length are kept.
 */
const MAX_CONVERSATION_CHARACTERS = 1_000_000;

/**
 * The episodes of one client, one after another. A session has its own episode and the shared environment, but no
 * access to other sessions. Its answers contain neither targets nor teachers' calls. Its methods must not be called
 * concurrently.
 */
export class EnvironmentSession {
  readonly #environment: ShoppingEnvironment;
  #episode: RunningEpisode | null = null;

  constructor(environment: ShoppingEnvironment) {
    this.#environment = environment;
  }

  reset(request: ResetRequest): StepResult {
    const { splits, harness, search, web, maxTurns } = this.#environment;
    const chosen = chooseProblem(splits, request);
    const { problem, teaching } = chosen.served;
    const live = new LiveEpisode({ problem, harness, search, web, maxTurns });
    const rewards = teaching && new EpisodeRewards(teaching.calls, { tools: harness.tools, ...teaching });
    this.#episode = { ...chosen, id: request.episode_id ?? randomUUID(), live, rewards };
    return {
      observation: { ...this.#place(this.#episode), messages: [...live.messages], tools: harness.schemas },
      reward: null,
      done: false,
      metadata: {
        episode_id: this.#episode.id,
        seed: chosen.seed,
        ...(teaching && { teacher_calls: teaching.calls.length }),
      },
    };
  }

  /** Throws `INPUT_INVALID` if there is no running episode. */
  async step(action: StepAction): Promise<StepResult> {
    if (action.kind === 'list tools') return this.#listTools();
    const episode = this.#episode;
    if (episode === null || episode.live.ending !== undefined) {
      throw new Fault('INPUT_INVALID', {
        message: episode === null ? 'There is no episode to step.' : `The episode is over (${episode.live.ending}).`,
        remedy: 'Reset first.',
      });
    }
    try {
      return await this.#answer(episode, action.completion, action.tool);
    } catch (error) {
      // Training cannot continue from an incomplete turn.
      this.#episode = null;
      throw error;
    }
  }

  /** The conversation of the episode so far. */
  messages(): readonly ChatMessage[] {
    return [...(this.#episode?.live.messages ?? [])];
  }

  state(): SessionState {
    const episode = this.#episode;
    return {
      episode_id: episode?.id ?? null,
      step_count: episode?.live.turns ?? 0,
      split: episode?.split.name ?? null,
      problem_id: episode?.served.problem.id ?? null,
      seed: episode?.seed ?? null,
      done: episode !== null && episode.live.ending !== undefined,
    };
  }

  async #answer(episode: RunningEpisode, completion: ChatCompletion, tool: string | null): Promise<StepResult> {
    const { live, rewards } = episode;
    const before = [...live.messages];
    await live.answer(completion);
    if (lengthOf(live.messages) > MAX_CONVERSATION_CHARACTERS) live.endContextFull();
    // An answer that the harness did not read is not rewarded either.
    const spoken = live.ending === 'answer too long' ? { text: '', toolCalls: [] } : completion;
    const step = rewards && (await rewards.next(before, spoken));
    const done = live.ending !== undefined;
    const outcome = done ? await this.#outcome(live) : null;
    const [assistant = null, ...replies] = live.messages.slice(before.length);
    const reward = this.#reward(episode, step, outcome?.outcome ?? null);
    return {
      observation: {
        ...this.#place(episode),
        assistant,
        messages: replies,
        ...(tool !== null && { tool_name: tool, result: replies[0]?.content ?? null }),
      },
      reward,
      done,
      metadata: { ...(step && { step_reward: step.reward, step_parts: step.parts }), ...outcome },
    };
  }

  async #outcome(live: LiveEpisode) {
    const { strict, ending } = await live.score();
    return { outcome: strict.success ? 1 : 0, score: strict.scores.rule, ending, recommended: strict.recommended };
  }

  #reward({ served }: RunningEpisode, step: StepReward | null, outcome: number | null): number {
    const { weights } = this.#environment;
    const share = 1 / Math.max(1, served.teaching?.calls.length ?? 0);
    return roundToMillionth(weights.step * share * (step?.reward ?? 0) + weights.outcome * (outcome ?? 0));
  }

  #place({ served, split, live }: RunningEpisode) {
    return {
      problem_id: served.problem.id,
      split: split.name,
      turn: live.turns,
      max_turns: this.#environment.maxTurns,
      ending: live.ending ?? null,
    };
  }

  #listTools(): StepResult {
    const tools = this.#environment.harness.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: parametersSchema(tool),
    }));
    return { observation: { tools }, reward: null, done: this.state().done };
  }
}

function lengthOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content, tool_calls = [] }) => {
    const written = typeof content === 'string' ? content.length : 0;
    return tool_calls.reduce((all, call) => all + call.function.arguments.length, sum + written);
  }, 0);
}
