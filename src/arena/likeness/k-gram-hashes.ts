/**
 * Number of tokens in a piece: about a line of Python. With longer pieces, an inserted junk statement would hide more.
 */
export const K_GRAM_TOKENS = 12;

/** Primes below 2^26, so that products are exact and two combined remainders stay below 2^53. */
const PRIMES = [67_108_859, 67_108_837] as const;
const BASES = [31_415_923, 27_182_819] as const;

/** The hash of every run of `K_GRAM_TOKENS` tokens, in order; each is an integer below 2^53. */
export function kGramHashes(codes: readonly number[]): Float64Array {
  const count = Math.max(0, codes.length - K_GRAM_TOKENS + 1);
  const first = rollingHashes(codes, count, PRIMES[0], BASES[0]);
  const second = rollingHashes(codes, count, PRIMES[1], BASES[1]);
  for (let index = 0; index < count; index++) first[index] = first[index]! * PRIMES[1] + second[index]!;
  return first;
}

function rollingHashes(codes: readonly number[], count: number, prime: number, base: number): Float64Array {
  const hashes = new Float64Array(count);
  /** Factor of the token that leaves the window. */
  let leaving = 1;
  for (let power = 1; power < K_GRAM_TOKENS; power++) leaving = (leaving * base) % prime;
  let hash = 0;
  for (let index = 0; index < codes.length; index++) {
    const gone = index < K_GRAM_TOKENS ? 0 : codes[index - K_GRAM_TOKENS]!;
    const rest = (hash - ((gone * leaving) % prime) + prime) % prime;
    hash = (rest * base + codes[index]!) % prime;
    if (index >= K_GRAM_TOKENS - 1) hashes[index - K_GRAM_TOKENS + 1] = hash;
  }
  return hashes;
}
