import { parseArgs } from 'node:util';
import { table } from '../src/cli/output/table.ts';
import { existingIndexPath } from '../src/market/market-folder.ts';
import { MarketIndex } from '../src/market/market-index.ts';
import type { Product } from '../src/market/product.ts';
import type { Target } from '../src/problems/problem.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { checkFacts } from '../src/problems/satisfy/check-target.ts';
import { lexicalSimilarity } from '../src/problems/satisfy.ts';

/**
 * What a lexical threshold accepts and rejects in a market, among listings that meet every other stated fact: listings
 * of another product kind, which should be rejected, and listings of the same brand and model code, which should be
 * accepted.
 *
 *   node bench/title-kinds.ts --market DIR --problems FILE
 */
const { values } = parseArgs({
  options: {
    market: { type: 'string', default: 'data/market' },
    problems: { type: 'string', default: 'problems.jsonl' },
  },
});

const THRESHOLDS = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5];
const MODEL_CODE = /\b[A-Z]{1,3}-?\d{2,4}\b/gi;

const index = MarketIndex.open(existingIndexPath(values.market));
const products = Array.from({ length: index.manifest.products }, (_, doc) => index.product(doc));
index.close();
const byId = new Map(products.map((product) => [product.product_id, product]));
const problems = await readProblemFile(values.problems);
const letThrough = THRESHOLDS.map(() => new Set<string>());
const keptOut = THRESHOLDS.map(() => new Set<string>());

for (const { id, targets } of problems) {
  for (const target of targets) {
    const gold = byId.get(target.productId);
    if (gold === undefined || target.titles.length === 0) continue;
    for (const product of products) {
      if (product === gold || !meetsFacts(target, product)) continue;
      const score = Math.max(...target.titles.map((title) => lexicalSimilarity.compare(product.title, title)));
      for (const [place, threshold] of THRESHOLDS.entries()) {
        if (score >= threshold && !isSameKind(gold, product)) letThrough[place]!.add(id);
        if (score < threshold && isSameModel(gold, product)) keptOut[place]!.add(id);
      }
    }
  }
}

console.log(`${products.length} products, ${problems.length} problems\n`);
const head = ['threshold', 'problems that accept another kind', 'problems that refuse the same brand and model code'];
console.log(
  table(
    head,
    THRESHOLDS.map((threshold, place) => [threshold.toFixed(2), letThrough[place]!.size, keptOut[place]!.size]),
  ),
);

function meetsFacts(target: Target, product: Product): boolean {
  return Object.values(checkFacts(target, product)).every(({ stated, satisfied }) => stated === satisfied);
}

function isSameKind(left: Product, right: Product): boolean {
  return left.category.join('\n') === right.category.join('\n');
}

function isSameModel(left: Product, right: Product): boolean {
  if (left.brand === '' || left.brand !== right.brand || !isSameKind(left, right)) return false;
  const codes = new Set(right.title.toUpperCase().match(MODEL_CODE));
  return (left.title.toUpperCase().match(MODEL_CODE) ?? []).some((code) => codes.has(code));
}
