import { analyse } from '../../market/analysis.ts';
import type { SharedIndex } from '../../market/market-index.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import type { Words } from '../language/reserved-words.ts';
import { lexicalSimilarity } from '../satisfy/lexical-similarity.ts';
import type { Drawing } from './draw-problem.ts';
import { ListingsByKind, type SharedKinds } from './listings-by-kind.ts';

/** Number of listings considered if the market has no categories. */
const LOOKED_AT = 64;

export function openDrawing(shared: SharedIndex, kinds: SharedKinds, seed: number, words: Words): Drawing {
  const search = EmbeddedSearch.attach(shared);
  const listings = new ListingsByKind(search.index, kinds);
  return {
    search,
    listings,
    similarity: lexicalSimilarity,
    seed,
    words,
    sameKind(doc) {
      if (listings.product(doc).category.length > 0) return listings.sameKind(doc);
      const title = search.index.title(doc);
      return search
        .nearest(analyse(title), LOOKED_AT)
        .filter((other) => lexicalSimilarity.compare(search.index.title(other), title) >= lexicalSimilarity.threshold);
    },
  };
}
