import type { SharedIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import type { Problem } from '../problem.ts';
import { lexicalSimilarity } from '../satisfy/lexical-similarity.ts';
import { drawScene } from './draw-problem.ts';
import type { ProblemSlot } from './synthesise-problems.ts';

/** Thread of `synthesise-problems.ts`. */
const { shared, seed } = threadData<{ readonly shared: SharedIndex; readonly seed: number }>();
const drawing = { search: EmbeddedSearch.attach(shared), similarity: lexicalSimilarity, seed };

answerRequests<readonly ProblemSlot[], (Problem | undefined)[]>((slots) =>
  slots.map(({ category, number }) => drawScene(drawing, category, number)?.problem),
);
