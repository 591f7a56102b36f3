/** What may be shown of the published corpus and of training samples, and the order of lists that use cursors. */
export { problemCategories, rowOrigin } from './corpus/corpus-origins.ts';
export { showableProblems } from './corpus/showable-problems.ts';
export { ListOrder } from './paging/list-order.ts';
