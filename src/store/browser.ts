/** What the dashboard uses of the store: the rules of the event chain, which need no Node. */
export type { EventHead } from './database/event.ts';
export { eventFlawBy } from './database/event-chain.ts';
