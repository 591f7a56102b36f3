import { contentWords } from '../agency/probe.ts';
import { parseProductQuery, type Search } from '../market/search.ts';

const MAX_QUERIES = 12;

/** Words of goods in a market, as a model would say them: what other requests find, and not a list that agents could know. */
export async function probeVocabulary(search: Search, queries: readonly string[]): Promise<string[]> {
  const words = new Set<string>();
  for (const query of queries.slice(0, MAX_QUERIES)) {
    const products = await search.find(parseProductQuery({ q: contentWords(query).slice(0, 6).join(' ') })!);
    for (const { title } of products)
      for (const word of contentWords(title)) if (/^[a-z]{4,12}$/.test(word)) words.add(word);
  }
  return [...words];
}
