import type { Message } from '../reading/message.ts';
import type { PlannedCall } from './step.ts';

const GIVEN = /^Reasoning at this step:\s*([\s\S]{1,8000}?)\s*\n\nMake the call/u;
const INTENTION = /\bnow I (search|open|recommend)\b([^\n]*)/u;

/** The reasoning in the latest message on which the model should act, if any. */
export function givenReasoning(messages: readonly Message[]): string | undefined {
  const latest = messages.at(-1);
  return latest?.role === 'user' ? GIVEN.exec(latest.text)?.[1] : undefined;
}

/** The call announced by a reasoning; `undefined` if it does not announce one clearly. */
export function followReasoning(reasoning: string, tools: ReadonlySet<string>): PlannedCall | undefined {
  const [, act, rest] = INTENTION.exec(reasoning) ?? [];
  if (act === undefined) return undefined;
  const ids = rest!.match(/\b\d{5,}\b/gu) ?? [];
  if (act === 'search') {
    const q = /"([^"]{1,200})"/u.exec(rest!)?.[1];
    const price = /price of (\d[\d.]*-[\d.]*)/u.exec(rest!)?.[1];
    const shop = /in shop (\d+)/u.exec(rest!)?.[1];
    if (q === undefined || !tools.has('find_product')) return undefined;
    const parameters = { q, ...(price && { price }), ...(shop && { shop_id: shop }) };
    return { name: 'find_product', parameters };
  }
  const name = act === 'open' ? 'view_product_information' : 'recommend_product';
  return ids.length === 0 || !tools.has(name) ? undefined : { name, parameters: { product_ids: ids.join(',') } };
}
