/**
 * Writes `src/problems/clusters/labelled-pairs.jsonl`: requests reworded with other words of the lexicon, some with
 * their numbers spelled out, and for each the most similar request for something else.
 * Run: node scripts/build-labelled-pairs.ts
 */
import { writeFileSync } from 'node:fs';
import type { LabelledPair } from '../src/problems/clusters/labelled-pairs.ts';
import { bagCosine, featuresOf, RarityWeights, weigh } from '../src/problems/clusters/request-features.ts';
import { readRequests } from '../src/problems/clusters/request-text.ts';
import { composeQuestions } from '../src/problems/testing/compose-questions.ts';
import { inWords } from '../src/problems/testing/disguise.ts';
import { Random } from '../src/random/random.ts';

const REQUESTS = 210;
const SEED = 2027;

const composed = [...composeQuestions(SEED).take(REQUESTS)];
const features = readRequests(composed.map(({ question }) => question.query)).map(featuresOf);
const weights = new RarityWeights(features);
const weighed = features.map((each) => weigh(each, weights));
const random = new Random(SEED);
const pairs = composed.flatMap(({ question, sayAgain }, place): LabelledPair[] => {
  const said = sayAgain(random);
  const right = place % 3 === 0 ? inWords(said) : said;
  return [
    { left: question.query, right, same: true },
    { left: question.query, right: composed[mostSimilarOther(place)]!.question.query, same: false },
  ];
});
const file = new URL('../src/problems/clusters/labelled-pairs.jsonl', import.meta.url);
writeFileSync(file, pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(''));
console.log(`${pairs.length} pairs`);

function mostSimilarOther(place: number): number {
  let [best, highest] = [-1, -1];
  for (let other = 0; other < weighed.length; other++) {
    if (other === place) continue;
    const score = bagCosine(weighed[place]!.meant, weighed[other]!.meant, weights);
    if (score > highest) [best, highest] = [other, score];
  }
  return best;
}
