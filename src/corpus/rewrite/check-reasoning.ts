import { parseResponse } from '../../chat/parse-response.ts';
import { Fault } from '../../fault/fault.ts';
import type { Inference } from '../../inference/inference.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { mean } from '../../statistics/mean.ts';
import { roundToMillionth } from '../../statistics/round-to-millionth.ts';
import { readEmissions } from '../trajectory/read-emissions.ts';
import { type ComparedCall, callSimilarity } from './call-similarity.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { historyBefore, REWRITTEN_TOOLS, type ScriptedStep } from './scripted-steps.ts';

export interface Checker {
  readonly inference: Inference;
  readonly model: string;
  readonly config: RewriteConfig;
}

/** Similarity of the checker's call to the real one: from the history alone, and with the reasoning. */
interface CheckDraw {
  readonly bare: number;
  readonly informed: number;
}

/** Both means over samples, and the samples, each pair with the same seed. */
export interface StepScore extends CheckDraw {
  readonly draws: readonly CheckDraw[];
}

export interface CheckTask {
  readonly query: string;
  readonly steps: readonly ScriptedStep[];
  readonly place: number;
  readonly reasoning: string;
}

const NAMES = REWRITTEN_TOOLS.map((tool) => tool.function.name);
const MAX_TOKENS = 500;

/**
 * Hides the real call and asks another model to make it, from the history alone and from the history with the
 * reasoning. Both are asked in the same way and with the same seeds, so that they differ only in the reasoning.
 */
export async function checkReasoning(checker: Checker, task: CheckTask): Promise<StepScore> {
  const { query, steps, place, reasoning } = task;
  const history = historyBefore(query, steps.slice(0, place));
  const real = comparedCall(steps[place]!.call.function);
  const predict = async (opening: string): Promise<number[]> => {
    const seeds = Array.from({ length: checker.config.samples }, (_, sample) => checker.config.seed + sample);
    const messages = [...history, { role: 'user', content: `${opening}Make the call that comes next.` }];
    return await Promise.all(
      seeds.map(async (seed) => roundToMillionth(callSimilarity(real, await ask(checker, messages, seed)))),
    );
  };
  const [bare, informed] = await Promise.all([predict(''), predict(`Reasoning at this step: ${reasoning}\n\n`)]);
  return {
    bare: roundToMillionth(mean(bare)),
    informed: roundToMillionth(mean(informed)),
    draws: bare.map((score, sample) => ({ bare: score, informed: informed[sample]! })),
  };
}

async function ask(
  { inference, model, config }: Checker,
  messages: readonly unknown[],
  seed: number,
): Promise<ComparedCall | undefined> {
  const { temperature } = config;
  const body = { model, messages, tools: REWRITTEN_TOOLS, temperature, seed, max_tokens: MAX_TOKENS };
  const { status, body: answer } = await inference.chat(body);
  const parsed = status === 200 ? parseResponse(answer) : undefined;
  if (!parsed?.ok) {
    throw new Fault('INFERENCE_FAILED', {
      message: `The checker ${model} failed with status ${status}: ${answer.slice(0, 200)}`,
      remedy: 'Check the address, the key and the model name, and run the command again; it resumes.',
    });
  }
  const [first] = readEmissions(parsed.completion.toolCalls, parsed.completion.text, NAMES);
  return first && { name: first.name, arguments: first.arguments };
}

function comparedCall({
  name,
  arguments: written,
}: {
  readonly name: string;
  readonly arguments: string;
}): ComparedCall {
  const json = parseJson(written);
  return { name, arguments: json.ok && isJsonObject(json.value) ? json.value : null };
}
