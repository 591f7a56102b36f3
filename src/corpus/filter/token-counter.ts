/** Counts the tokens of a text as the model to be trained would. */
export interface TokenCounter {
  readonly name: string;
  /** Whether it is the model's real tokenizer. */
  readonly exact: boolean;
  count(text: string): number;
}

const PIECE = 32 * 1024;
const SCRATCH = Buffer.alloc(3 * PIECE);
const LETTERS = byteCounts((byte) => /[a-z]/i.test(String.fromCharCode(byte)));
const DIGITS = byteCounts((byte) => /\d/.test(String.fromCharCode(byte)));
const SIGNS = byteCounts((byte) => byte < 0x80 && /[^a-z\d ]/i.test(String.fromCharCode(byte)));
/** UTF-16 code units by the first byte of a UTF-8 character: two for four-byte characters. Continuation bytes are 0. */
const OTHERS = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0xf0 ? 2 : byte >= 0xc0 ? 1 : 0));

/**
 * An estimate: letters at about four and a half per token; one token per digit (Qwen and Llama 3 group at most three);
 * punctuation at a little under two characters per token, because runs of it in JSON are separate tokens; anything
 * beyond ASCII at 0.7 tokens per UTF-16 code unit. It errs on the high side, because a row that is truncated in
 * training loses its end.
 */
export const estimatedTokens: TokenCounter = {
  name: 'estimate/1',
  exact: false,
  count(text) {
    let letters = 0;
    let digits = 0;
    let signs = 0;
    let others = 0;
    // Uses bytes and tables, because every message that may be kept is counted, and characters and comparisons take
    // twice as long.
    for (let from = 0; from < text.length; from += PIECE) {
      const length = SCRATCH.write(text.slice(from, from + PIECE));
      for (let place = 0; place < length; place++) {
        const byte = SCRATCH[place]!;
        letters += LETTERS[byte]!;
        digits += DIGITS[byte]!;
        signs += SIGNS[byte]!;
        others += OTHERS[byte]!;
      }
    }
    return Math.ceil(letters / 4.5 + digits + signs / 1.8 + others * 0.7);
  },
};

function byteCounts(isCounted: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isCounted(byte) ? 1 : 0));
}
