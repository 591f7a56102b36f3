import type { RowMessage } from '../../src/chat/schema.ts';
import { productsIn } from './products-in.ts';

const SHOWN = /"product_id":"(\d+)","shop_id":"(\d+)"/g;

/**
 * Writes the shop before the products of one shop are opened or chosen. The teacher knows the shop but says it only
 * afterwards; a model that writes from left to right would have to choose the products first, and mixes shops.
 */
export function nameShops(messages: readonly RowMessage[]): readonly RowMessage[] {
  if (!isOneShop(messages)) return messages;
  const shops = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === 'tool') for (const [, id, shop] of message.content.matchAll(SHOWN)) shops.set(id!, shop!);
    return message.role === 'assistant' ? withShop(message, shops) : message;
  });
}

/** As the teacher understood the request, in its first answer. */
export function isOneShop(messages: readonly RowMessage[]): boolean {
  const first = messages.find(({ role }) => role === 'assistant');
  return first !== undefined && / items from one shop: /.test(first.content);
}

function withShop<Message extends RowMessage & { readonly role: 'assistant' }>(
  message: Message,
  shops: ReadonlyMap<string, string>,
): Message {
  const chosen = commonShop(productsIn(message, 'check_product_match'), shops);
  // Of a cart that was checked in part, the text names the rest.
  if (chosen !== undefined) return { ...message, content: `From shop ${chosen.shop}: ${message.content}` };
  const opened = commonShop(productsIn(message, 'view_product_information'), shops);
  return opened === undefined || opened.share < 0.5
    ? message
    : { ...message, content: `Shop ${opened.shop} may have everything. ${message.content}` };
}

function commonShop(
  ids: readonly string[],
  shops: ReadonlyMap<string, string>,
): { readonly shop: string; readonly share: number } | undefined {
  const groups = Map.groupBy(
    ids.filter((id) => shops.has(id)),
    (id) => shops.get(id)!,
  );
  const [largest] = [...groups].toSorted(([, left], [, right]) => right.length - left.length);
  return largest === undefined ? undefined : { shop: largest[0], share: largest[1].length / ids.length };
}
