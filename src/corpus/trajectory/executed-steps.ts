import { type Done, type ReadCalls, recommendationSaid, searchesSaid } from '../../agency/said.ts';
import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import { callId, type RecordedCompletion } from './completion.ts';
import { executedPrompts, explainedNotation } from './opening-prompts.ts';
import type { BuiltMessages } from './rebuild-trajectory.ts';

/**
 * The conversation of an agent whose model writes calls in the agent's own format: each completion with the searches,
 * views and recommendation that it named and that were then executed, as calls of our tools.
 */
export function executedSteps(
  completions: readonly RecordedCompletion[],
  read: ReadCalls,
  recommended: readonly string[],
  query: string,
): BuiltMessages | undefined {
  const said = saidBy(read, recommended);
  const names = [...said.values()].flatMap((acts) => acts.map(({ name }) => name));
  const answers = Map.groupBy(completions, ({ sequence }) => sequence);
  const acting = [...answers].flatMap(([sequence, choices]) =>
    said.has(sequence) ? [naming(choices, said.get(sequence)!)] : [],
  );
  if (acting.length === 0 || query === '') return undefined;
  const notations = acting.map((each) => explainedNotation(each, callLines(each, said.get(each.sequence)!)));
  const notation = notations.includes(undefined) ? undefined : notations.flatMap((words) => words!);
  const opening = executedPrompts(acting[0]!, notation, query, names);
  const messages: RowMessage[] = [...opening.messages];
  const spoken = new Map<number, RecordedCompletion>();
  for (const completion of acting) {
    const acts = said.get(completion.sequence)!;
    spoken.set(messages.length, completion);
    const calls = acts.map(
      ({ name, given }, place): ToolCall => ({
        id: callId(completion, place),
        type: 'function',
        function: { name, arguments: JSON.stringify(given) },
      }),
    );
    messages.push({ role: 'assistant', content: besideCalls(completion, acts), tool_calls: calls });
    for (const [place, { name, result }] of acts.entries()) {
      messages.push({ role: 'tool', tool_call_id: calls[place]!.id, name, content: result });
    }
  }
  return { messages, spoken, supplied: 0, replaced: opening.replaced };
}

interface Act {
  readonly name: string;
  readonly given: Readonly<Record<string, string>>;
  readonly result: string;
}

function saidBy(read: ReadCalls, recommended: readonly string[]): ReadonlyMap<number, readonly Act[]> {
  const acts = new Map<number, Act[]>();
  const add = (sequence: number, act: Act): void => {
    acts.set(sequence, [...(acts.get(sequence) ?? []), act]);
  };
  for (const { done, said } of searchesSaid(read)) if (said !== undefined) add(said.sequence, searchOf(done));
  for (const done of read.done.filter(({ tool }) => tool === 'view')) {
    const naming = read.said.findLast(
      ({ sequence, text }) => sequence < done.sequence && done.ids.every((id) => text.includes(id)),
    );
    if (naming !== undefined) {
      const given = { product_ids: done.ids.join(',') };
      add(naming.sequence, { name: 'view_product_information', given, result: JSON.stringify(done.response) });
    }
  }
  const last = Math.max(...recommendationSaid(read, recommended).last.map(({ sequence }) => sequence));
  if (Number.isFinite(last)) {
    const product_ids = recommended.join(',');
    add(last, {
      name: 'recommend_product',
      given: { product_ids },
      result: `Recommended to the user: ${product_ids}.`,
    });
  }
  return acts;
}

function searchOf({ q, page, price, shop, response }: Done): Act {
  const given = { q, ...(page && page !== '1' && { page }), ...(price && { price }), ...(shop && { shop_id: shop }) };
  return { name: 'find_product', given, result: JSON.stringify(response) };
}

/** Of the choices of one answer, the first that names most of what was then done. */
function naming(choices: readonly RecordedCompletion[], acts: readonly Act[]): RecordedCompletion {
  const named = choices.map((choice) => callLines(choice, acts).length);
  return choices[named.indexOf(Math.max(...named))]!;
}

/** The text of a completion without its calls. */
function besideCalls(completion: RecordedCompletion, acts: readonly Act[]): string {
  const { text, reasoning } = completion;
  const calls = new Set(callLines(completion, acts));
  const said = text
    .split('\n')
    .filter((line) => /\p{L}/u.test(line) && !calls.has(line))
    .join('\n')
    .trim();
  return reasoning.trim() === '' ? said : `<think>${reasoning}</think>\n${said}`;
}

/** Lines that repeat arguments are the calls in the agent's own format. */
function callLines({ text }: RecordedCompletion, acts: readonly Act[]): string[] {
  const values = acts.flatMap(({ given }) => Object.values(given)).flatMap((value) => [value, ...value.split(',')]);
  const long = values.map((value) => value.toLowerCase()).filter((value) => value.length > 3);
  return text.split('\n').filter((line) => long.some((value) => line.toLowerCase().includes(value)));
}
