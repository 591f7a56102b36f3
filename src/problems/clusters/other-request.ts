import { foldedText } from '../../text/folded-text.ts';
import { compareRequests } from './compare-requests.ts';
import { featuresOf, type RarityWeights, type RequestFeatures, weigh } from './request-features.ts';
import { readOneRequest } from './request-text.ts';

/** A rest with fewer words than this is too short to judge by. */
const WORDS_TO_JUDGE = 4;

/**
 * Whether two requests share whole sentences and nothing else: the same voucher, word for word, on other goods. Who
 * copies sentences does not paraphrase, so what is left without them has to agree as well.
 */
export function isOtherRequest(left: string, right: string, weights: RarityWeights): boolean {
  const [ofLeft, ofRight] = [sentencesOf(left), sentencesOf(right)];
  const shared = ofLeft.keys().filter((sentence) => ofRight.has(sentence));
  const copied = new Set(shared);
  if (copied.size === 0) return false;
  const [restLeft, restRight] = [restOf(ofLeft, copied), restOf(ofRight, copied)];
  if (restLeft.said.size < WORDS_TO_JUDGE || restRight.said.size < WORDS_TO_JUDGE) return false;
  return compareRequests(weigh(restLeft, weights), weigh(restRight, weights), weights) < LEAST_AGREEMENT;
}

const LEAST_AGREEMENT = 0.4;

/** Sentences as they are written, by their folded text. */
function sentencesOf(query: string): Map<string, string> {
  const sentences = query.split(/[.?!;:\n](?=\s|$)/).map((sentence) => [foldedText(sentence), sentence] as const);
  return new Map(sentences.filter(([folded]) => folded !== ''));
}

function restOf(sentences: ReadonlyMap<string, string>, copied: ReadonlySet<string>): RequestFeatures {
  const rest = sentences.entries().flatMap(([folded, sentence]) => (copied.has(folded) ? [] : [sentence]));
  return featuresOf(readOneRequest([...rest].join('. ')));
}
