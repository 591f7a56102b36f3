import type { ShoppingRequest, Wish } from '../reading/wish.ts';
import type { Temper } from './mistakes.ts';

/** The request as a shopper in this temper takes it in: what is overlooked here is not known anywhere after. */
export function misread(request: ShoppingRequest, { slips }: Temper): ShoppingRequest {
  const wishes = [...request.wishes];
  let { oneShop } = request;
  let { voucher } = request;
  for (const slip of slips) {
    switch (slip.kind) {
      case 'overlooks':
        wishes[slip.wish] = withoutClause(wishes[slip.wish]!, slip.clause);
        break;
      case 'skims':
        wishes[slip.wish] = skimmed(wishes[slip.wish]!);
        break;
      case 'forgets service':
        wishes[slip.wish] = { ...wishes[slip.wish]!, services: [] };
        break;
      case 'misreads price':
        wishes[slip.wish] = withWrongPrice(wishes[slip.wish]!);
        break;
      case 'mixes shops':
        oneShop = false;
        break;
      case 'ignores budget':
        voucher = undefined;
        break;
    }
  }
  const { voucher: _, ...rest } = request;
  return { ...rest, wishes, oneShop, ...(voucher && { voucher }) };
}

/** Its words stay where they are and mean nothing, so that the places of the others still hold. */
function withoutClause(wish: Wish, place: number): Wish {
  const clause = wish.clauses[place];
  if (clause === undefined) return wish;
  const words = wish.words.map((word, at) => (at >= clause.from && at < clause.to ? 'the' : word));
  return { ...wish, words, clauses: wish.clauses.filter((other) => other !== clause) };
}

/** Only what kind of thing it is stays, the last two words of the name; nothing that tells it from others of its kind. */
function skimmed(wish: Wish): Wish {
  const words = wish.words.map((word, place) =>
    place >= wish.nameLength - 2 && place < wish.nameLength ? word : 'the',
  );
  return {
    ...wish,
    words,
    name: words
      .slice(0, wish.nameLength)
      .filter((word) => word !== 'the')
      .join(' '),
    clauses: [],
  };
}

/** "At most" becomes "at least" and the other way round; of a range, the lower end is lost and the upper one doubled. */
function withWrongPrice(wish: Wish): Wish {
  const { price } = wish;
  if (price === undefined) return wish;
  const { low, high } = price;
  if (high === Infinity) return { ...wish, price: { low: 0, high: low } };
  if (low === 0) return { ...wish, price: { low: high, high: Infinity } };
  return { ...wish, price: { low: 0, high: low } };
}
