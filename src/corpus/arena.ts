/** The corpus of an arena: filtered from its own records and published on its site. */
export { filterArena } from './arena/filter-arena.ts';
export { publishCorpus } from './arena/publish-corpus.ts';
export { readStoredFile } from './arena/release-files.ts';
