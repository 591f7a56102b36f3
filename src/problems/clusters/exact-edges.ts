import type { Target, Voucher } from '../problem.ts';
import { lexicalSimilarity } from '../satisfy/lexical-similarity.ts';
import type { Edge, EdgeReason } from './edge.ts';
import type { Question } from './question.ts';
import type { RequestText } from './request-text.ts';
import { requestKey } from './same-request.ts';

/** Edges that follow from equality. Members of a group are chained, which joins them like linking all pairs would. */
export function exactEdges(questions: readonly Question[], texts: readonly RequestText[]): Edge[] {
  return [
    ...chain(texts, 'same-query', ({ written }) => [written.join(' ')]),
    ...chain(texts, 'same-words', ({ written }) => [written.toSorted().join(' ')]),
    ...chain(texts, 'same-request', (text) => [requestKey(text)].filter((key) => key !== undefined)),
    ...chain(questions, 'same-target', ({ targets }) => targets.map((target) => target.productId)),
    ...chain(questions, 'same-specification', ({ targets, voucher }) => specificationKeys(targets, voucher)),
    ...voucherEdges(questions),
  ];
}

function chain<Item>(items: readonly Item[], reason: EdgeReason, keysOf: (item: Item) => readonly string[]): Edge[] {
  const edges: Edge[] = [];
  const latest = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    for (const key of new Set(keysOf(item))) {
      const before = latest.get(key);
      if (before !== undefined) edges.push({ left: before, right: place, reason });
      latest.set(key, place);
    }
  }
  return edges;
}

/** Unrelated problems often share fewer facts than this: half the market is "cotton" and ships free. */
const TELLING_FACTS = 3;

/** Keys of the stated requirements without titles; empty if there are too few to identify a request. */
function specificationKeys(targets: readonly Target[], voucher: Voucher | undefined): string[] {
  const specifications = targets.map(specification);
  const facts = targets.reduce((sum, target) => sum + factCount(target), 0);
  if (facts < TELLING_FACTS || !targets.some((target) => target.price !== undefined)) return [];
  return [JSON.stringify([specifications.sort(), voucher === undefined ? null : voucherNumbers(voucher)])];
}

function specification(target: Target): string {
  const pairs = [
    ...Object.entries(target.options),
    ...Object.entries(target.attributes).flatMap(([key, values]) => values.map((value) => [key, value] as const)),
  ];
  return JSON.stringify([target.price ?? null, target.services.toSorted(), pairs.map((pair) => pair.join('=')).sort()]);
}

function factCount(target: Target): number {
  const attributes = Object.values(target.attributes).flat().length;
  return (
    (target.price === undefined ? 0 : 1) + target.services.length + Object.keys(target.options).length + attributes
  );
}

function voucherNumbers({ scope, threshold, discount, budget }: Voucher): string {
  return JSON.stringify([scope, threshold, discount, budget]);
}

const SAME_VOUCHER_LOOKED_AT = 200;
/** Stricter than the rules: a shared voucher on items that are only of the same kind is not a sign of a leak. */
const ALIKE = 0.5;

/** The same voucher alone is not a sign of a leak; the same voucher on a similar item is. */
function voucherEdges(questions: readonly Question[]): Edge[] {
  const edges: Edge[] = [];
  const byVoucher = new Map<string, number[]>();
  for (const [place, { voucher }] of questions.entries()) {
    if (voucher === undefined) continue;
    const key = voucherNumbers(voucher);
    const others = byVoucher.get(key) ?? [];
    // One link to an earlier problem is enough to join them, and keeps a voucher shared by thousands cheap.
    const other = others
      .slice(-SAME_VOUCHER_LOOKED_AT)
      .find((earlier) => overlap(questions[earlier]!, questions[place]!));
    if (other !== undefined) edges.push({ left: other, right: place, reason: 'same-voucher' });
    others.push(place);
    byVoucher.set(key, others);
  }
  return edges;
}

function overlap(left: Question, right: Question): boolean {
  const alike = (a: Target, b: Target): boolean =>
    a.productId === b.productId ||
    a.titles.some((title) => b.titles.some((other) => lexicalSimilarity.compare(title, other) >= ALIKE));
  return left.targets.some((target) => right.targets.some((other) => alike(target, other)));
}
