import type { Product } from '../../market/product.ts';
import type { Problem, Target } from '../problem.ts';
import { checkTarget, satisfiesTarget } from './check-target.ts';
import { holdsKeyword, knowledgeThreshold } from './knowledge.ts';
import type { TitleSimilarity } from './title-similarity.ts';
import { isFromOneShop, isWithinBudget } from './voucher-price.ts';

/** Whether a listing is an accepted answer for one item. */
export function fulfils(target: Target, product: Product, similarity: TitleSimilarity): boolean {
  if (product.product_id === target.productId) return true;
  if (target.accepts !== undefined) return target.accepts.includes(product.product_id);
  if (target.keyword !== undefined) {
    const threshold = knowledgeThreshold(similarity);
    const alike = target.titles.some((title) => similarity.compare(product.title, title) >= threshold);
    return alike && holdsKeyword(product, target.keyword);
  }
  return satisfiesTarget(checkTarget(target, product, similarity));
}

/** Whether these products, one for each item in order, solve the problem. */
export function solvesProblem(problem: Problem, products: readonly Product[], similarity: TitleSimilarity): boolean {
  if (products.length < problem.targets.length) return false;
  if (!problem.targets.every((target, place) => fulfils(target, products[place]!, similarity))) return false;
  const cart = products
    .slice(0, problem.targets.length)
    .map((product) => ({ price: product.price, shopId: product.shop_id }));
  if (problem.category === 'shop' && !isFromOneShop(cart)) return false;
  return problem.voucher === undefined || isWithinBudget(problem.voucher, cart);
}
