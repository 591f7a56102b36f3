import { parseResponse } from '../../chat/parse-response.ts';
import { Fault } from '../../fault/fault.ts';
import type { ChatAnswer, Inference } from '../../inference/inference.ts';
import { type ReasoningFlaw, reasoningFlaw } from './reasoning-flaw.ts';
import type { RewriteConfig } from './rewrite-config.ts';
import { REWRITTEN_TOOLS, type ScriptedStep } from './scripted-steps.ts';

export interface WritingTask {
  readonly query: string;
  readonly steps: readonly ScriptedStep[];
  /** Index of the step that gets its reasoning. */
  readonly place: number;
}

export interface Writer {
  readonly inference: Inference;
  readonly model: string;
  readonly config: RewriteConfig;
}

export type Written =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly flaw: ReasoningFlaw; readonly text: string };

const INSTRUCTIONS = [
  'You write the reasoning between its calls of a shopping assistant.',
  'You are shown what the shopper asked, what the assistant has called and seen so far, and the call it makes next.',
  'Write two to four sentences in the first person that lead from what was seen to that step: what is wanted, what the results show or lack, what to do now and why.',
  'Use nothing that does not stand above it: no id, price, name or title that has not been shown.',
  'Say in plain words what you are about to do. Do not write the call itself, no code and no names of tools.',
].join(' ');

const MAX_TOKENS = 400;
const SCHEMAS = JSON.stringify(REWRITTEN_TOOLS);

/**
 * Writes the reasoning of one step from what was known at that point and the call that was made. If a rule finds a
 * flaw, the model is asked once more with the flaw; if that fails too, there is no reasoning.
 */
export async function writeReasoning(writer: Writer, task: WritingTask): Promise<Written> {
  const first = await ask(writer, task, undefined);
  return first.ok ? first : await ask(writer, task, first);
}

async function ask(
  { inference, model, config }: Writer,
  { query, steps, place }: WritingTask,
  refused: Extract<Written, { readonly ok: false }> | undefined,
): Promise<Written> {
  const prompt = promptFor(query, steps.slice(0, place), steps[place]!);
  const objection =
    refused === undefined
      ? []
      : [
          { role: 'assistant', content: refused.text },
          {
            role: 'user',
            content: `That cannot be used: ${refused.flaw.detail}. Write it again without that.\n\n${prompt}`,
          },
        ];
  const answer = await inference.chat({
    model,
    messages: [{ role: 'system', content: INSTRUCTIONS }, { role: 'user', content: prompt }, ...objection],
    temperature: refused === undefined ? 0 : config.temperature,
    seed: config.seed + (refused === undefined ? 0 : 1),
    max_tokens: MAX_TOKENS,
  });
  const text = withoutThinking(textOf(answer, model)).trim();
  const flaw = reasoningFlaw(
    text,
    {
      shown: [SCHEMAS, query, ...steps.slice(0, place).map(({ result }) => result)].join('\n'),
      later: steps.slice(place).map(({ result }) => result),
      call: steps[place]!.call,
      tools: REWRITTEN_TOOLS.map((tool) => tool.function.name),
    },
    config,
  );
  return flaw === undefined ? { ok: true, text } : { ok: false, flaw, text };
}

function promptFor(query: string, before: readonly ScriptedStep[], { call }: ScriptedStep): string {
  const seen = before.map(
    ({ call: { function: made }, result }, place) =>
      `Call ${place + 1}: ${made.name} ${made.arguments}\nResult ${place + 1}: ${result}`,
  );
  return [
    `The shopper's request: ${query}`,
    seen.length === 0 ? 'Nothing was called so far.' : seen.join('\n'),
    `Next call: ${call.function.name} ${call.function.arguments}`,
  ].join('\n\n');
}

/** Empty if a model answered without text. A rule then rejects it, and the next attempt follows. */
function textOf({ status, body }: ChatAnswer, model: string): string {
  const parsed = status === 200 ? parseResponse(body) : undefined;
  if (parsed?.ok) return parsed.completion.text;
  throw new Fault('INFERENCE_FAILED', {
    message: `The writer ${model} failed with status ${status}: ${body.slice(0, 200)}`,
    remedy: 'Check the address, the key and the model name, and run the command again; it resumes.',
  });
}

/** The model's own thinking before it writes is not part of the reasoning. */
function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>');
  return end === -1 ? text : text.slice(end + '</think>'.length);
}
