import type { Problem } from '../../../problems/problem.ts';
import { measuredProblems } from '../../../problems/testing/sample-problems.ts';

export interface ProblemWords {
  readonly prefix: string;
  /** Part of the query. */
  readonly question: string;
  /** Part of the answer. */
  readonly answer: string;
}

/** Problems that are recognisable wherever they appear. */
export function markedProblems(count: number, { prefix, question, answer }: ProblemWords): readonly Problem[] {
  return measuredProblems(count, prefix).map((problem, index) => ({
    ...problem,
    query: `${problem.query} ${question}`,
    targets: problem.targets.map((target, place) => ({
      ...target,
      productId: `${answer}-${index}-${place}`,
      titles: [`${answer} lamp ${index}`],
      attributes: { material: [`${answer}oak${index}`] },
      options: { colour: `${answer}red` },
    })),
  }));
}
