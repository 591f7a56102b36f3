/** What the arena may say about the published corpus and about samples of trainings, and the order of lists read by cursor. */
export { problemCategories, rowOrigin } from './corpus/corpus-origins.ts';
export { showableProblems } from './corpus/showable-problems.ts';
export { ListOrder } from './paging/list-order.ts';
