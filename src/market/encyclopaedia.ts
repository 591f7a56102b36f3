import { ArticleIndex } from './encyclopaedia/article-index.ts';
import { drawWorld, type World } from './encyclopaedia/world.ts';
import { type Article, writeArticles } from './encyclopaedia/write-articles.ts';
import type { MarketManifest } from './index/index-header.ts';

export type { Maker, Series, World } from './encyclopaedia/world.ts';
export { type Article, withArticle } from './encyclopaedia/write-articles.ts';

/** Port: the search behind `web_search`. */
export interface WebSearch {
  /** At most `MAX_ARTICLES`, best match first. */
  search(query: string): readonly Article[];
}

/** Maximum number of articles that one search returns. */
export const MAX_ARTICLES = 5;

/** Longer questions are truncated: more words are never needed, and the time grows with them. */
const MAX_QUERY = 1000;

/**
 * Facts about the makers of a market that are not in its listings: who founded them, where and when. A pure function of
 * the market's size and seed, built on first use.
 */
export class Encyclopaedia implements WebSearch {
  readonly world: World;
  readonly articles: readonly Article[];
  readonly #index: ArticleIndex;

  constructor(products: number, seed: number) {
    this.world = drawWorld(products, seed);
    this.articles = writeArticles(this.world);
    this.#index = new ArticleIndex(this.articles);
  }

  search(query: string): readonly Article[] {
    return this.#index.search(query.slice(0, MAX_QUERY), MAX_ARTICLES);
  }
}

/** The encyclopaedia of a generated market. An imported market has none, because nothing is known about its makers. */
export function encyclopaediaOf({
  products,
  source,
}: Pick<MarketManifest, 'products' | 'source'>): Encyclopaedia | undefined {
  return source.kind === 'synthetic' ? new Encyclopaedia(products, source.seed) : undefined;
}
