import type { ReadMessage } from '../../chat/read-message.ts';
import type { JsonObject } from '../../json/json-object.ts';
import { partsOf } from '../../tools/lenient-values.ts';
import type { Tool } from '../../tools/tool.ts';
import { readCall } from './read-call.ts';
import { callsOf } from './spoken-step.ts';

/** The calls and results of a conversation so far. */
export interface SeenBefore {
  readonly asked: ReadonlySet<string>;
  readonly recommended: boolean;
  hasShown(id: string): boolean;
}

/** Parameters with ids of products or shops, which a model can know only from results. */
const NAMING = ['product_ids', 'product_id', 'shop_id', 'shop_ids'];
const MAX_NAMED = 100;

export function seenBefore(prompt: readonly ReadMessage[], tools: readonly Tool[]): SeenBefore {
  const asked = new Set<string>();
  let recommended = false;
  const shown: string[] = [];
  for (const { role, text, toolCalls } of prompt) {
    if (role === 'tool' || role === 'user') shown.push(text);
    if (role !== 'assistant') continue;
    for (const call of callsOf({ text, toolCalls })) {
      const read = readCall(call.name, call.parameters ?? call.written, tools);
      asked.add(read.key);
      if (read.name === 'recommend_product' && read.arguments !== null) recommended = true;
    }
  }
  return { asked, recommended, hasShown: (id) => shown.some((content) => standsIn(content, id)) };
}

const WORD_CHARACTER = /[\p{L}\p{N}_-]/u;

/** Matches whole words only: 100 does not occur in 1001. */
function standsIn(content: string, id: string): boolean {
  for (let at = content.indexOf(id); at !== -1; at = content.indexOf(id, at + 1)) {
    const around = [content.charAt(at - 1), content.charAt(at + id.length)];
    if (!around.some((character) => WORD_CHARACTER.test(character))) return true;
  }
  return false;
}

/** Also for calls that no tool would accept: a malformed call must not be a way to name ids that were never shown. */
export function idsNamed(parameters: JsonObject): readonly string[] {
  const named = NAMING.flatMap((parameter) => [parameters[parameter]].flat())
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .flatMap((value) => partsOf(String(value)));
  return [...new Set(named)].slice(0, MAX_NAMED);
}
