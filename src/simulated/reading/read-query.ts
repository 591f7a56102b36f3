import { readClue } from './read-clue.ts';
import { readItem } from './read-item.ts';
import { readServices } from './read-services.ts';
import { readSpoken } from './read-spoken.ts';
import { readVoucher, voucherStart } from './read-voucher.ts';
import { splitItems } from './split-items.ts';
import type { ShoppingRequest, Wish } from './wish.ts';

/** Longer requests are cut. Real ones are shorter, and the time for reading must be bounded. */
const MAX_QUERY = 6_000;
const MAX_ITEMS = 8;

/** Reads what a shopper wants from the words of the query alone. */
export function readQuery(given: string): ShoppingRequest {
  const whole = given.slice(0, MAX_QUERY).replaceAll(/[^\S\n]+/g, ' ');
  const described = readClue(whole);
  const request = readRequest(described?.request ?? whole);
  return described === undefined ? request : { ...request, clue: described.clue };
}

function readRequest(query: string): ShoppingRequest {
  const start = voucherStart(query);
  const voucher = readVoucher(query.slice(start));
  const spoken = voucher === undefined ? query : query.slice(0, start);
  const known = readSpoken(spoken);
  if (known !== undefined) return requestOf(known.wishes.slice(0, MAX_ITEMS), known.oneShop, voucher);
  const shops = mentionsShop(spoken);
  const items = splitItems(spoken.replaceAll('\n', ' '), shops || voucher !== undefined).slice(0, MAX_ITEMS);
  const wishes = items.map((item) => readItem(item.slice(0, 1_500)));
  return requestOf(wishes, shops, voucher);
}

function requestOf(
  wishes: readonly Wish[],
  saysOneShop: boolean,
  voucher: ShoppingRequest['voucher'],
): ShoppingRequest {
  const oneShop = wishes.length > 1 && (saysOneShop || voucher?.scope === 'shop');
  return {
    kind: voucher !== undefined ? 'voucher' : oneShop ? 'shop' : 'product',
    wishes,
    oneShop,
    ...(voucher && { voucher }),
  };
}

/** An "official store" is a service. Only other mentions of shops concern the origin of the products. */
function mentionsShop(text: string): boolean {
  let rest = text;
  for (const { start, end } of readServices(text))
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return /\b(?:shops?|stores?|sellers?)\b/iu.test(rest);
}
