/** The language of our own requests: its lexicon, and a reader for it. */
export { type Choice, type Fact, type ItemRequest, meetsFacts } from './language/fact.ts';
export { type SpokenLeaf, spokenLeaf } from './language/lexicon.ts';
export { readRequest } from './language/read-request.ts';
