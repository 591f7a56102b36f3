import type { MeasuredCompletion } from '../../src/chat/client.ts';
import type { RowMessage } from '../../src/chat/schema.ts';
import { isJsonObject, listOf, textOf } from '../../src/json/json-object.ts';
import { parseJson } from '../../src/json/parse-json.ts';
import type { Random } from '../../src/random/random.ts';
import { PRODUCT_ID, productsIn } from './products-in.ts';

/** `choose`: a wrong product is taken for a right one. `open`: no right product is opened. */
export const MISTAKES = ['choose', 'open'] as const;
export type Mistake = (typeof MISTAKES)[number];

export interface MistakeInputs {
  readonly mistake: Mistake;
  readonly messages: readonly RowMessage[];
  /** The teacher's answer to these messages. */
  readonly completion: MeasuredCompletion;
  /** Ids of the products that the teacher recommends when it makes no mistake. */
  readonly right: ReadonlySet<string>;
  readonly random: Random;
}

/** The tool that an answer with this mistake calls. */
const TOOL: Readonly<Record<Mistake, string>> = { choose: 'check_product_match', open: 'view_product_information' };

/**
 * The teacher's answer with a mistake that students make and this teacher does not, so that its next answers show how
 * to go on after it. `undefined` if this is not the place: an episode has at most one, in the first answer that calls
 * the tool.
 */
export function makeMistake(inputs: MistakeInputs): MeasuredCompletion | undefined {
  const { mistake, messages, completion } = inputs;
  const isPast = messages.some((message) => productsIn(message, TOOL[mistake]).length > 0);
  if (isPast || !completion.toolCalls.some(({ name }) => name === TOOL[mistake])) return undefined;
  return mistake === 'choose' ? chooseWrong(inputs) : openOthers(inputs);
}

/** One of the chosen products becomes another that the same search found and that was opened. */
function chooseWrong({ messages, completion, right, random }: MistakeInputs): MeasuredCompletion | undefined {
  const chosen = completion.toolCalls.flatMap((call) => call.arguments.match(PRODUCT_ID) ?? []);
  const opened = new Set(messages.flatMap((message) => productsIn(message, TOOL.open)));
  const replaced = random.pick(chosen);
  const others = messages
    .map(foundIn)
    .filter((ids) => ids.includes(replaced))
    .flat()
    .filter((id) => opened.has(id) && !chosen.includes(id) && !right.has(id));
  if (others.length === 0) return undefined;
  const other = random.pick(others);
  return {
    ...completion,
    text: completion.text.replaceAll(replaced, other),
    toolCalls: completion.toolCalls.map((call) => ({ ...call, arguments: call.arguments.replaceAll(replaced, other) })),
  };
}

function openOthers({ completion, right }: MistakeInputs): MeasuredCompletion | undefined {
  const toolCalls = completion.toolCalls.flatMap((call) => {
    const ids = (call.arguments.match(PRODUCT_ID) ?? []).filter((id) => !right.has(id));
    return ids.length === 0 ? [] : [{ ...call, arguments: JSON.stringify({ product_ids: ids.join(',') }) }];
  });
  const isOpening = completion.toolCalls.every(({ name }) => name === TOOL.open);
  const isWrong = completion.toolCalls.some((call) => call.arguments.match(PRODUCT_ID)?.some((id) => right.has(id)));
  return isOpening && isWrong && toolCalls.length > 0 ? { ...completion, toolCalls } : undefined;
}

/** Ids of a page of search results; none for other messages. */
function foundIn(message: RowMessage): readonly string[] {
  const json = message.role === 'tool' ? parseJson(message.content) : undefined;
  const hits = json?.ok === true ? listOf(json.value).filter(isJsonObject) : [];
  return hits.flatMap((hit) => ('title' in hit ? (textOf(hit.product_id) ?? []) : []));
}

/** Ids of the products that were recommended last. */
export function recommendedIn(messages: readonly RowMessage[]): ReadonlySet<string> {
  return new Set(messages.map((message) => productsIn(message, 'recommend_product')).findLast((ids) => ids.length > 0));
}
