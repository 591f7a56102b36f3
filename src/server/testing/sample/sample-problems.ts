import type { Problem } from '../../../problems/problem.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';

export interface ProblemWords {
  readonly prefix: string;
  /** Stands in what is asked. */
  readonly question: string;
  /** Stands in what is to be found. */
  readonly answer: string;
}

/** Problems that give themselves away wherever they turn up. */
export function markedProblems(count: number, { prefix, question, answer }: ProblemWords): readonly Problem[] {
  return sampleProblems(count, prefix).map((problem, index) => ({
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
