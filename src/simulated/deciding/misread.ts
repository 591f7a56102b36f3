import { spokenLeaf } from '../../problems/language.ts';
import type { Clause, ShoppingRequest, Wish } from '../reading/wish.ts';
import type { ErrorProfile } from './mistakes.ts';

/** The request as the simulated model reads it. Whatever is overlooked here is unknown in all later steps. */
export function misread(request: ShoppingRequest, { mistakes }: ErrorProfile): ShoppingRequest {
  const wishes = [...request.wishes];
  let { oneShop } = request;
  let { voucher } = request;
  for (const mistake of mistakes) {
    switch (mistake.kind) {
      case 'overlooks':
        wishes[mistake.wish] = withoutClause(wishes[mistake.wish]!, mistake.clause);
        break;
      case 'misreads value':
        wishes[mistake.wish] = withOtherMeaning(wishes[mistake.wish]!, mistake.clause);
        break;
      case 'ignores choice':
        wishes[mistake.wish] = withoutChoice(wishes[mistake.wish]!);
        break;
      case 'skims':
        wishes[mistake.wish] = skimmed(wishes[mistake.wish]!);
        break;
      case 'forgets service':
        wishes[mistake.wish] = { ...wishes[mistake.wish]!, services: [] };
        break;
      case 'misreads price':
        wishes[mistake.wish] = withWrongPrice(wishes[mistake.wish]!);
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

/** The words are replaced by "the", so that the indexes of the other words stay valid. */
function withoutClause(wish: Wish, place: number): Wish {
  const clause = wish.clauses[place];
  if (clause === undefined) return wish;
  const words = wish.words.map((word, at) => (at >= clause.from && at < clause.to ? 'the' : word));
  return { ...wish, words, clauses: wish.clauses.filter((other) => other !== clause) };
}

/**
 * Reads a clause as the next possible value, or as the opposite: "anything but glass" becomes glass. A clause without
 * another meaning is overlooked.
 */
function withOtherMeaning(wish: Wish, place: number): Wish {
  const clause = wish.clauses[place];
  const fact = clause?.fact;
  const misread = (meant: NonNullable<Clause['fact']>, value: string): Wish => {
    const other: Clause = { ...clause!, fact: meant, value };
    return { ...wish, clauses: wish.clauses.map((each) => (each === clause ? other : each)) };
  };
  if (fact?.kind === 'not') return misread({ kind: 'values', key: fact.key, values: [fact.value] }, fact.value);
  const leaf = spokenLeaf(wish.leaf ?? '')?.leaf;
  if (fact?.kind !== 'values' || leaf === undefined) return withoutClause(wish, place);
  const values = leaf.attributes[fact.key] ?? leaf.skuAxes[fact.key] ?? [];
  const after = values.indexOf(fact.values.at(-1)!) + 1;
  const next = [...values.slice(after), ...values].find((value) => !fact.values.includes(value));
  return next === undefined
    ? withoutClause(wish, place)
    : misread({ kind: 'values', key: fact.key, values: [next] }, next);
}

function withoutChoice({ choice: _, ...wish }: Wish): Wish {
  return wish;
}

/** Keeps only the kind of product (the last two words of the name), and nothing that distinguishes it from others. */
function skimmed(wish: Wish): Wish {
  if (wish.leaf !== undefined)
    return { ...withoutChoice(wish), words: wish.words.slice(0, wish.nameLength), clauses: [] };
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

/** Swaps "at most" and "at least". Of a range, the lower bound is dropped and the upper one doubled. */
function withWrongPrice(wish: Wish): Wish {
  const { price } = wish;
  if (price === undefined) return wish;
  const { low, high } = price;
  if (high === Infinity) return { ...wish, price: { low: 0, high: low } };
  if (low === 0) return { ...wish, price: { low: high, high: Infinity } };
  return { ...wish, price: { low: 0, high: low } };
}
