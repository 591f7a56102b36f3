/** Text analysis of the search index. */
export { analyse } from './analysis/analyse.ts';
export { englishTerm } from './analysis/english-term.ts';
export { isFiller, placesOf, stemOf } from './analysis/request-words.ts';
