import { randomInt } from 'node:crypto';
import { contentWords, type ProbePlan } from '../agency/probe.ts';
import { parseProductQuery, type Search } from '../market/search.ts';

const MAX_QUERIES = 12;
const SEEDS = 2 ** 47;

/** What to probe an agent with. @param seed Random unless given, and never stored. */
export async function probePlan(
  search: Search,
  queries: readonly string[],
  seed = randomInt(SEEDS),
): Promise<ProbePlan> {
  return { seed, vocabulary: await vocabularyOf(search, queries) };
}

/**
 * Words for goods in a market, as a model would use them. Taken from search results for other requests, not from a list
 * that agents could know.
 */
async function vocabularyOf(search: Search, queries: readonly string[]): Promise<string[]> {
  const words = new Set<string>();
  for (const query of queries.slice(0, MAX_QUERIES)) {
    const products = await search.find(parseProductQuery({ q: contentWords(query).slice(0, 6).join(' ') })!);
    for (const { title } of products)
      for (const word of contentWords(title)) if (/^[a-z]{4,12}$/.test(word)) words.add(word);
  }
  return [...words];
}
