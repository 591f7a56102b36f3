import { analyse } from '../analysis/analyse.ts';
import type { Article } from './write-articles.ts';

/** BM25's usual constants for short texts. */
const K1 = 1.2;
const B = 0.75;

interface Posting {
  readonly article: number;
  readonly weight: number;
}

/** BM25 over a few thousand short texts, in memory. */
export class ArticleIndex {
  readonly #articles: readonly Article[];
  readonly #postings = new Map<string, Posting[]>();

  constructor(articles: readonly Article[]) {
    this.#articles = articles;
    const terms = articles.map(({ title, text }) => analyse(`${title} ${text}`));
    const meanLength = terms.reduce((sum, each) => sum + each.length, 0) / Math.max(1, terms.length);
    for (const [article, own] of terms.entries()) {
      const counts = new Map<string, number>();
      for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
      const norm = K1 * (1 - B + (B * own.length) / meanLength);
      for (const [term, count] of counts) {
        const posting = { article, weight: (count * (K1 + 1)) / (count + norm) };
        const known = this.#postings.get(term);
        if (known === undefined) this.#postings.set(term, [posting]);
        else known.push(posting);
      }
    }
  }

  /** The best matches, best first; ties go to the earlier article. */
  search(query: string, limit: number): readonly Article[] {
    const scores = new Map<number, number>();
    for (const term of new Set(analyse(query))) {
      const postings = this.#postings.get(term) ?? [];
      const rarity = Math.log(1 + (this.#articles.length - postings.length + 0.5) / (postings.length + 0.5));
      for (const { article, weight } of postings) scores.set(article, (scores.get(article) ?? 0) + rarity * weight);
    }
    return [...scores]
      .sort(([left, a], [right, b]) => b - a || left - right)
      .slice(0, limit)
      .map(([article]) => this.#articles[article]!);
  }
}
