import { encyclopaediaOf } from '../../market/encyclopaedia.ts';
import type { SharedIndex } from '../../market/market-index.ts';
import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import type { Words } from '../language/reserved-words.ts';
import type { Problem } from '../problem.ts';
import { drawKnowledge } from './draw-knowledge.ts';
import { drawProblem } from './draw-problem.ts';
import type { SharedKinds } from './listings-by-kind.ts';
import { openDrawing } from './open-drawing.ts';
import type { ProblemSlot } from './synthesise-problems.ts';

/** Thread of `synthesise-problems.ts`. */
const { shared, kinds, seed, words } = threadData<{
  readonly shared: SharedIndex;
  readonly kinds: SharedKinds;
  readonly seed: number;
  readonly words: Words;
}>();
const drawing = openDrawing(shared, kinds, seed, words);
/** Created for the first knowledge problem. */
let encyclopaedia: ReturnType<typeof encyclopaediaOf>;

answerRequests<readonly ProblemSlot[], (Problem | undefined)[]>((slots) =>
  slots.map(({ category, number }) => {
    if (category !== 'knowledge') return drawProblem(drawing, category, number)?.problem;
    encyclopaedia ??= encyclopaediaOf(shared.header.manifest);
    return encyclopaedia && drawKnowledge(drawing, encyclopaedia, number);
  }),
);
