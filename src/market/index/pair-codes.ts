import { NO_POSTING, RARE_PAIR } from './section.ts';

/** A posting's (frequency, encoded length) pair as one number, with the frequency in the high byte. */
export function pairOf(frequency: number, encodedLength: number): number {
  return (frequency << 8) | encodedLength;
}

export interface PairCodes {
  /** Pair to code; `RARE_PAIR` for pairs without a code. */
  readonly codes: Uint8Array;
  /** Code to frequency and to encoded length. */
  readonly frequencies: Uint8Array;
  readonly lengths: Uint8Array;
}

/** Assigns one-byte codes to the 254 most common pairs. The two highest codes are reserved as markers. */
export function choosePairCodes(histogram: Uint32Array): PairCodes {
  const seen: number[] = [];
  for (let pair = 0; pair < histogram.length; pair++) if (histogram[pair]! > 0) seen.push(pair);
  seen.sort((left, right) => histogram[right]! - histogram[left]! || left - right);
  const codes = new Uint8Array(0x10000).fill(RARE_PAIR);
  const frequencies = new Uint8Array(256);
  const lengths = new Uint8Array(256);
  for (const [code, pair] of seen.slice(0, NO_POSTING).entries()) {
    codes[pair] = code;
    frequencies[code] = pair >>> 8;
    lengths[code] = pair & 0xff;
  }
  return { codes, frequencies, lengths };
}
