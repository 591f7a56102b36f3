import type { Problem } from '../../problems/problem.ts';
import { lexicalMeasure, type TitleMeasure, type TitleSimilarity } from '../../problems/satisfy.ts';

/** Computes whatever a measure needs to compare a problem's titles with those of recommended products. */
export async function prepareTitles(
  problem: Problem,
  offered: Iterable<string>,
  measure: TitleMeasure = lexicalMeasure,
): Promise<TitleSimilarity> {
  return await measure.prepare({
    wanted: problem.targets.flatMap(({ titles }) => titles),
    offered: [...offered],
    vectors: problem.titleVectors,
  });
}
