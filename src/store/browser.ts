/** The part of the store that the dashboard uses: the rules of the event chain, which do not need Node. */
export type { EventHead } from './database/event.ts';
export { eventFlawBy } from './database/event-chain.ts';
