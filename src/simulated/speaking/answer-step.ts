import { objectOf } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { wholeWords } from '../../text/words.ts';
import type { ModelRequest } from '../reading/message.ts';
import { idsIn } from '../reading/read-conversation.ts';
import type { Wish } from '../reading/wish.ts';
import type { RequestContext } from '../request-context.ts';
import { nameWish } from './narrate.ts';
import { type Spoken, saying } from './spoken.ts';

const NEXT_CALL = /^Next call: (\w+) (\{.*\})\s*$/mu;

/**
 * The reasoning before a call that the program made. An expert names the purpose and the arguments, an adept only the
 * kind of step. A novice gives a generic reason that fits every step.
 */
export function answerStep(context: RequestContext, request: ModelRequest): Spoken {
  const prompt = request.messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const match = NEXT_CALL.exec(prompt);
  const given = match === null ? undefined : parseJson(match[2]!);
  const call = { name: match?.[1] ?? '', parameters: objectOf(given?.ok ? given.value : undefined) };
  const above = match === null ? prompt : prompt.slice(0, match.index);
  return saying(reasoning(context, call, above));
}

interface MadeCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

function reasoning({ model, shopping }: RequestContext, { name, parameters }: MadeCall, above: string): string {
  if (model.skill === 'novice') return 'I think about what the shopper said and go on with the next step from here.';
  if (model.skill === 'adept') return GENERAL[name] ?? 'I go on with the next step.';
  const wanted = `The shopper wants ${shopping.wishes
    .map((wish) => sayWish(wish, above))
    .join('; ')
    .replaceAll('"', '')}.`;
  const ids = idsIn(parameters.product_ids).filter((id) => above.includes(id));
  if (name === 'view_product_information') {
    return `${wanted} The list alone does not show every detail, so now I open ${ids.join(', ')}.`;
  }
  if (name === 'recommend_product') return `${wanted} What was shown settles it, so now I recommend ${ids.join(', ')}.`;
  return `${wanted} ${searching(parameters, above)}`;
}

/** A wish in the shopper's words; sellers' words are used only if they were shown. */
function sayWish(wish: Wish, above: string): string {
  if (wish.leaf === undefined) return nameWish(wish);
  const shown = above.toLowerCase();
  const said = wish.clauses.map(({ text }) => text).filter((text) => shown.includes(text.toLowerCase()));
  const name = shown.includes(wish.name) ? wish.name : 'something';
  return said.length === 0 ? name : `${name} that should ${said.join(' and ')}`;
}

const GENERAL: Readonly<Record<string, string>> = {
  find_product: 'What was shown so far is not enough, so now I search once more.',
  view_product_information: 'The list alone does not show every detail, so now I open what looks right.',
  recommend_product: 'What was shown settles it, so now I recommend what fits.',
};

/** Mentions only words and numbers that occur above; nothing explains the rest of the search. */
function searching(parameters: Readonly<Record<string, unknown>>, above: string): string {
  const known = new Set(wholeWords(above));
  const words = wholeWords(String(parameters.q ?? '')).filter((word) => known.has(word));
  const price = String(parameters.price ?? '');
  const bounds = price.split('-').filter((bound) => Number(bound) > 0);
  const isShown = bounds.length > 0 && bounds.every((bound) => known.has(bound));
  const shop = String(parameters.shop_id ?? '');
  return [
    `So now I search for "${words.join(' ')}"`,
    isShown ? ` at a price of ${price}` : '',
    shop !== '' && above.includes(shop) ? ` in shop ${shop}` : '',
    '.',
  ].join('');
}
