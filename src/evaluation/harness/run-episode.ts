import { createHash } from 'node:crypto';
import type { Endpoint, MeasuredCompletion } from '../../chat/client.ts';
import type { EpisodeOutcome, TurnTrace } from './episode.ts';
import { type EpisodeStart, LiveEpisode } from './live-episode.ts';

export interface EpisodeOptions extends EpisodeStart {
  readonly endpoint: Endpoint;
  /** The request without messages and tools: model, temperature, seed of the episode, limits. */
  readonly request: { readonly model: string; readonly seed?: number; readonly [field: string]: unknown };
  /**
   * Sends the episode's seed with every turn, for simulated models, which draw their skill for a whole episode from it.
   */
  readonly keepsSeed?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs one model on one problem until the episode ends, the turns are used up, or the provider fails. */
export async function runEpisode(options: EpisodeOptions): Promise<EpisodeOutcome> {
  const { harness, endpoint, request, signal } = options;
  const episode = new LiveEpisode(options);
  const turns: TurnTrace[] = [];
  while (episode.ending === undefined) {
    const turn = episode.turns + 1;
    const body = {
      ...request,
      ...(request.seed !== undefined && options.keepsSeed !== true && { seed: turnSeed(request.seed, turn) }),
      messages: episode.messages,
      ...(harness.schemas.length > 0 && { tools: harness.schemas }),
    };
    const reply = await endpoint.ask(body, signal);
    if (reply.kind === 'failure') return { ...reply, kind: 'provider failure', turn };
    if (reply.kind === 'context full') {
      episode.endContextFull();
      break;
    }
    turns.push(traceOf(reply.completion, reply.retries));
    await episode.answer(reply.completion);
  }
  return { kind: 'episode', episode: { ...(await episode.score()), messages: episode.messages, turns } };
}

function traceOf(completion: MeasuredCompletion, retries: number): TurnTrace {
  const { finishReason, usage, secondsToFirst, seconds, tokens } = completion;
  return {
    finishReason,
    promptTokens: usage?.prompt_tokens ?? null,
    completionTokens: usage?.completion_tokens ?? null,
    secondsToFirst,
    seconds,
    retries,
    tokens,
  };
}

/**
 * The seed of one turn of an episode. A server restarts its random numbers with every request: with one seed for all
 * turns, token n of each turn would be drawn with the same number, and a model that made a mistake would repeat it.
 */
function turnSeed(episodeSeed: number, turn: number): number {
  const digest = createHash('sha256').update(`${episodeSeed}\0${turn}`).digest();
  return digest.readUInt32LE(0) & 0x7fff_ffff;
}
