import { contradict } from './contradict.ts';
import type { Edge } from './edge.ts';
import { isCopyOfOther } from './other-request.ts';
import { RarityWeights } from './request-features.ts';
import type { RequestText } from './request-text.ts';

const GRAM = 5;
/**
 * 16 bands of 4 rows find four of five pairs at the threshold and nearly all above it. Every pair found is then
 * verified.
 */
const BANDS = 16;
const ROWS = 4;
const HASHES = BANDS * ROWS;
const NEAR_DUPLICATE_JACCARD = 0.6;

/**
 * Grams in more than this share of queries are ignored: every voucher problem explains its voucher in the same words.
 */
const COMMON_SHARE = 0.005;
const COMMON_AT_LEAST = 20;
/** With fewer distinctive grams, a match would be coincidence. */
const MIN_GRAMS = 12;

/** Pairs of requests that are nearly the same text, by MinHash over character 5-grams and the exact Jaccard index. */
export function nearDuplicates(texts: readonly RequestText[]): Edge[] {
  const grams = tellingGrams(texts.map(({ written }) => gramsOf(written)));
  const signatures = grams.map((set) => (set.length < MIN_GRAMS ? undefined : signatureOf(set)));
  const edges: Edge[] = [];
  const compared = new Set<number>();
  for (let band = 0; band < BANDS; band++) {
    for (const bucket of bucketsOf(signatures, band)) {
      for (let i = 1; i < bucket.length; i++) {
        // Compares only with the few before it: equal texts still form a chain, and a large bucket stays cheap.
        for (let j = Math.max(0, i - 8); j < i; j++) {
          const [left, right] = [bucket[j]!, bucket[i]!];
          const pair = left * texts.length + right;
          if (compared.has(pair)) continue;
          compared.add(pair);
          const similarity = jaccard(grams[left]!, grams[right]!);
          if (similarity < NEAR_DUPLICATE_JACCARD || areApart(texts[left]!, texts[right]!)) continue;
          edges.push({ left, right, reason: 'near-duplicate', similarity });
        }
      }
    }
  }
  return edges;
}

/** Weights from typical requests, because counting the words of all texts would be slow. */
let typical: RarityWeights | undefined;

function areApart(left: RequestText, right: RequestText): boolean {
  typical ??= new RarityWeights([]);
  return contradict(left, right) || isCopyOfOther(left, right, typical);
}

/**
 * Groups requests with equal rows in this band. Hash collisions are possible; the comparison afterwards rejects them.
 */
function bucketsOf(signatures: readonly (Uint32Array | undefined)[], band: number): Iterable<readonly number[]> {
  const buckets = new Map<number, number[]>();
  for (const [place, signature] of signatures.entries()) {
    if (signature === undefined) continue;
    let key = 0;
    for (let row = band * ROWS; row < (band + 1) * ROWS; row++) key = Math.imul(key ^ signature[row]!, 0x01000193);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [place]);
    else bucket.push(place);
  }
  return buckets.values();
}

/** Hashes of the 5-grams of a text. */
function gramsOf(words: readonly string[]): Uint32Array {
  // Without spaces, so that words joined together or split by hyphens give the same grams.
  const text = words.join('');
  const hashes = new Uint32Array(Math.max(0, text.length - GRAM + 1));
  for (let start = 0; start < hashes.length; start++) {
    let hash = 0x811c9dc5;
    for (let place = start; place < start + GRAM; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
    hashes[start] = hash >>> 0;
  }
  return hashes;
}

/**
 * Grams are counted by the first bits of their hash: an array is faster than a map, and a rare collision only drops a
 * gram.
 */
const MOST_COUNTED_BITS = 22;

/** Removes common grams and repetitions, and sorts. Overwrites its input, which is most of the memory needed. */
function tellingGrams(grams: readonly Uint32Array[]): Uint32Array[] {
  const total = grams.reduce((sum, set) => sum + set.length, 1);
  const shift = 32 - Math.min(MOST_COUNTED_BITS, 4 + Math.ceil(Math.log2(total)));
  const counts = new Uint32Array(2 ** (32 - shift));
  for (const set of grams) for (const gram of set) counts[gram >>> shift]!++;
  const limit = Math.max(COMMON_AT_LEAST, grams.length * COMMON_SHARE);
  return grams.map((set) => {
    let kept = 0;
    for (const gram of set) if (counts[gram >>> shift]! <= limit) set[kept++] = gram;
    const telling = set.subarray(0, kept).sort();
    let distinct = 0;
    for (const gram of telling) if (distinct === 0 || gram !== telling[distinct - 1]) telling[distinct++] = gram;
    return telling.slice(0, distinct);
  });
}

function signatureOf(grams: Uint32Array): Uint32Array {
  const signature = new Uint32Array(HASHES).fill(0xffff_ffff);
  for (const gram of grams) {
    for (let hash = 0; hash < HASHES; hash++) {
      // A different odd multiplier per hash; the shift mixes in the high bits, which are the most random.
      let value = Math.imul(gram ^ (hash * 0x9e3779b1), 0x85ebca6b + 2 * hash);
      value = (value ^ (value >>> 15)) >>> 0;
      if (value < signature[hash]!) signature[hash] = value;
    }
  }
  return signature;
}

function jaccard(left: Uint32Array, right: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      shared++;
      i++;
      j++;
    } else if (left[i]! < right[j]!) i++;
    else j++;
  }
  return shared / (left.length + right.length - shared);
}
