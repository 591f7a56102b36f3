import { ArticleIndex } from './encyclopaedia/article-index.ts';
import { drawWorld, type World } from './encyclopaedia/world.ts';
import { type Article, writeArticles } from './encyclopaedia/write-articles.ts';
import type { MarketManifest } from './index/index-header.ts';

export type { Maker, Series, World } from './encyclopaedia/world.ts';
export { type Article, withArticle } from './encyclopaedia/write-articles.ts';

/** Port: what `web_search` asks. */
export interface WebSearch {
  /** At most `MAX_ARTICLES`, best match first. */
  search(query: string): readonly Article[];
}

/** The most articles that one search returns. */
export const MAX_ARTICLES = 5;

/** Longer questions are cut: more words are never needed, and time grows with them. */
const MAX_QUERY = 1000;

/**
 * What can be looked up about the makers of a market, apart from its listings: who founded them, where and when. A pure
 * function of the market's size and seed, built when it is first needed.
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

/** Of a generated market; an imported one has none, because nothing is known about its makers. */
export function encyclopaediaOf({
  products,
  source,
}: Pick<MarketManifest, 'products' | 'source'>): Encyclopaedia | undefined {
  return source.kind === 'synthetic' ? new Encyclopaedia(products, source.seed) : undefined;
}
