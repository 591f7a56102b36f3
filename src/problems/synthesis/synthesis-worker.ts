import { encyclopaediaOf } from '../../market/encyclopaedia.ts';
import type { SharedIndex } from '../../market/market-index.ts';
import { answerRequests, threadData } from '../../thread/answer-requests.ts';
import type { Words } from '../language/reserved-words.ts';
import { drawKnowledge } from './draw-knowledge.ts';
import { drawProblem } from './draw-problem.ts';
import type { SharedKinds } from './listings-by-kind.ts';
import { openDrawing } from './open-drawing.ts';
import type { ProblemSlot, SlotDraw } from './synthesise-problems.ts';

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

answerRequests<readonly ProblemSlot[], readonly SlotDraw[]>((slots) =>
  slots.map(({ category, number }) => {
    if (category !== 'knowledge') return { category, problem: drawProblem(drawing, category, number)?.problem };
    encyclopaedia ??= encyclopaediaOf(shared.header.manifest);
    return { category, problem: encyclopaedia && drawKnowledge(drawing, encyclopaedia, number) };
  }),
);
