import type { MarketIndex } from '../market/market-index.ts';
import { findClusters, questionOf } from '../problems/clusters.ts';
import { synthesiseProblems } from '../problems/synthesis.ts';
import { writeProblems } from '../problems/write-problems.ts';
import { table } from './output/table.ts';
import type { Terminal } from './output/terminal.ts';

export interface Exam {
  readonly file: string;
  readonly problems: number;
  readonly clusters: number;
}

const COUNT = 60;
const MIX = { product: 1, shop: 1, voucher: 1 };
const SEED = 7;

/** Creates problems from the open market, writes them to a file, and prints one of each kind with its data. */
export async function setExam(index: MarketIndex, file: string, terminal: Terminal): Promise<Exam> {
  const onProgress = (done: number): void => terminal.progress.update('setting problems', done, COUNT);
  const problems = await Array.fromAsync(synthesiseProblems({ index, count: COUNT, mix: MIX, seed: SEED, onProgress }));
  terminal.progress.done();
  await writeProblems(file, problems);
  const { clusters } = findClusters(problems.map(questionOf));
  terminal.print(`\n${problems.length} problems, each proved solvable, are in ${file}\n`);
  const shown = (['product', 'shop', 'voucher'] as const).map(
    (category) => problems.find((problem) => problem.category === category)!,
  );
  for (const { category, difficulty, query } of shown)
    terminal.print(`  ${category}, ${difficulty}: ${query.replaceAll('\n', '\n  ')}\n`);
  const rows = shown.map(({ category, measure }) => [
    category,
    measure!.satisfying,
    measure!.nearMisses,
    measure!.searches,
  ]);
  terminal.print(table(['', 'answers', 'near misses', 'searches a script needs'], rows).replaceAll(/^/gm, '  '));
  terminal.print(
    `\n  ${problems.length} problems fall into ${clusters.length} leak clusters; a cluster must not be divided between splits.`,
  );
  return { file, problems: problems.length, clusters: clusters.length };
}
