import type { GrammarState, LlamaModel, LlamaSequence, Scored } from './llama.ts';
import type { CompletionRequest } from './read-request.ts';
import type { StepBarrier } from './step-barrier.ts';

export interface Generated {
  readonly ids: readonly number[];
  readonly finish: 'stop' | 'length';
  /** The text that the model wrote, without the token that ended the turn, up to a stop text. */
  readonly text: string;
  readonly logProbabilities: readonly number[] | null;
}

export interface GenerateOptions {
  readonly model: LlamaModel;
  readonly sequence: LlamaSequence;
  readonly promptIds: readonly number[];
  readonly request: CompletionRequest;
  readonly maxTokens: number;
  readonly grammar: GrammarState | undefined;
  readonly signal: AbortSignal;
  readonly barrier: StepBarrier;
  /** Index of the sequence within its context. */
  readonly place: number;
}

/** The smallest reported probability, because 0 has no logarithm. */
const SMALLEST = 1e-38;

/** Tokens of a prompt that are computed between two checks of the signal. */
const PIECE_TOKENS = 256;

/**
 * Samples one answer. Reuses the part of the prompt that the sequence has computed. Can be aborted between two tokens.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { model, sequence, promptIds, request, maxTokens, grammar, signal } = options;
  await readPrompt(sequence, promptIds, signal);
  // The sampler's probabilities equal the model's only without temperature scaling, top-p or grammar.
  const isPlain =
    (request.temperature === 0 || request.temperature === 1) && request.topP === 1 && grammar === undefined;
  const isScored = request.logProbabilities && isPlain;
  const sampled = sequence.evaluateWithMetadata(
    promptIds.slice(sequence.nextTokenIndex),
    { confidence: isScored },
    {
      temperature: request.temperature,
      topP: request.topP,
      topK: 0,
      minP: 0,
      seed: request.seed,
      yieldEogToken: true,
      ...(grammar && { grammarEvaluationState: grammar }),
    },
  );
  const ids: number[] = [];
  const scores: number[] = [];
  let finish: 'stop' | 'length' = 'length';
  options.barrier.enter();
  try {
    for (;;) {
      await options.barrier.arrive(options.place);
      const next = await sampled.next();
      signal.throwIfAborted();
      if (next.done === true) break;
      const { token, confidence } = next.value;
      ids.push(token);
      if (isScored) scores.push(Math.log(Math.max(confidence ?? 0, SMALLEST)));
      if (model.isEogToken(token) || hasStopped(model, ids, request.stop)) {
        finish = 'stop';
        break;
      }
      if (ids.length >= maxTokens) break;
    }
  } finally {
    options.barrier.leave();
    await sampled.return();
  }
  signal.throwIfAborted();
  const isEnded = ids.length > 0 && model.isEogToken(ids.at(-1)!);
  const text = upToStop(model.detokenize(isEnded ? ids.slice(0, -1) : ids, true), request.stop);
  const isRescored = request.logProbabilities && !isPlain;
  const rescored = isRescored ? await score(sequence, promptIds, ids) : null;
  return { ids, finish, text, logProbabilities: isScored ? scores : rescored };
}

function hasStopped(model: LlamaModel, ids: readonly number[], stop: readonly string[]): boolean {
  if (stop.length === 0) return false;
  const text = model.detokenize(ids, true);
  return stop.some((each) => text.includes(each));
}

/**
 * In pieces, so that an abort does not wait for a whole long prompt. The computed part is reused by the next request.
 */
async function readPrompt(sequence: LlamaSequence, promptIds: readonly number[], signal: AbortSignal): Promise<void> {
  await sequence.adaptStateToTokens(promptIds.slice(0, -1), false);
  while (promptIds.length - sequence.nextTokenIndex > PIECE_TOKENS) {
    const begin = sequence.nextTokenIndex;
    await sequence.evaluateWithoutGeneratingNewTokens(promptIds.slice(begin, begin + PIECE_TOKENS));
    signal.throwIfAborted();
  }
}

function upToStop(text: string, stop: readonly string[]): string {
  const places = stop.map((each) => text.indexOf(each)).filter((place) => place >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

/** Log-probabilities under the model's own distribution. Computes the answer again in one batch. */
async function score(
  sequence: LlamaSequence,
  promptIds: readonly number[],
  ids: readonly number[],
): Promise<readonly number[]> {
  await sequence.adaptStateToTokens(promptIds.slice(0, -1), false);
  const given = [...promptIds.slice(sequence.nextTokenIndex), ...ids.slice(0, -1)];
  const first = given.length - ids.length;
  const outputs = await sequence.controlledEvaluate(
    given.map((token, place) => {
      const next = ids[place - first];
      if (next === undefined) return token;
      const filter = { tokens: [next], includeTop: 1 };
      return [
        token,
        { generateNext: { logits: { filter }, totalLogitWeight: true, options: { temperature: 0 } } },
      ] as const;
    }),
  );
  return ids.map((id, place) => logProbability(outputs[first + place]?.next, id));
}

function logProbability(scored: Scored | undefined, id: number): number {
  const logits = scored?.logits;
  const own = logits?.get(id);
  if (logits === undefined || own === undefined || scored?.totalLogitWeight === undefined) return Math.log(SMALLEST);
  return own - Math.max(...logits.values()) - Math.log(scored.totalLogitWeight);
}
