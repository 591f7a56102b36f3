/**
 * Compares our rule scorers with the public ones of ORO and ShoppingBench on generated inputs, and prints how many differ
 * and in what way. Exits with 1 if a difference is not one of those that docs/verdict.md documents.
 *
 *   git clone https://github.com/ORO-AI/oro
 *   git clone https://github.com/yjwjy/ShoppingBench
 *   node scripts/compare-scorers.ts --oro oro --shoppingbench ShoppingBench [--count 27000] [--seed 1] [--python python3]
 *
 * The checkouts are used as they are (`scripts/compare-scorers.py`). Not compared: knowledge problems, titles by a real
 * embedding model, and our own additions (`accepts`, `not_shown`).
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differenceOf, type ReferenceResult } from './compare-scorers/difference.ts';
import { drawInput } from './compare-scorers/draw-input.ts';

const { values } = parseArgs({
  options: {
    oro: { type: 'string' },
    shoppingbench: { type: 'string' },
    count: { type: 'string', default: '27000' },
    seed: { type: 'string', default: '1' },
    python: { type: 'string', default: 'python3' },
  },
});
const SCORERS = ['oro', 'shoppingbench'] as const;
const MOST_OUTPUT = 2 ** 30;
const MOST_SHOWN = 5;

const inputs = Array.from({ length: Number(values.count) }, (_, place) => drawInput(Number(values.seed), place));
const lines = inputs.map((input) => `${JSON.stringify(input)}\n`).join('');
const asked = SCORERS.filter((scorer) => values[scorer] !== undefined);
if (asked.length === 0) throw new Error('name a checkout with --oro or --shoppingbench');

for (const scorer of asked) {
  const program = fileURLToPath(new URL('compare-scorers.py', import.meta.url));
  const output = execFileSync(values.python, ['-B', program, scorer, values[scorer]!], {
    input: lines,
    maxBuffer: MOST_OUTPUT,
    encoding: 'utf8',
  });
  const results = output.trimEnd().split('\n');
  if (results.length !== inputs.length)
    throw new Error(`${scorer} scored ${results.length} of ${inputs.length} inputs`);
  const kinds = new Map<string, number[]>();
  let successes = 0;
  for (const [place, input] of inputs.entries()) {
    const result = JSON.parse(results[place]!) as ReferenceResult;
    if ('success' in result && result.success) successes++;
    const kind = differenceOf(scorer, input, result);
    if (kind !== undefined) kinds.set(kind.name, [...(kinds.get(kind.name) ?? []), place]);
    if (kind?.isDocumented === false) process.exitCode = 1;
  }
  const different = [...kinds.values()].reduce((sum, each) => sum + each.length, 0);
  console.log(`${scorer}: ${inputs.length} inputs, ${successes} solved; ${different} differ`);
  for (const [kind, each] of kinds) {
    console.log(`  ${each.length}  ${kind}`);
    if (!kind.startsWith('undocumented')) continue;
    for (const place of each.slice(0, MOST_SHOWN)) console.log(`${JSON.stringify(inputs[place])}\n${results[place]}`);
  }
}
