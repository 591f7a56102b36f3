/**
 * Splits text as the tokenizers of current models do before they look up pieces: words with the preceding sign or
 * space, numbers of up to three digits, runs of signs, line breaks, other white space.
 */
const PIECE =
  /'(?:[sdmt]|ll|ve|re)\b|[^\r\n\p{L}\p{N}]?\p{L}{1,64}|\p{N}{1,3}| ?[^\s\p{L}\p{N}]{1,64}[\r\n]{0,8}|\s{0,64}[\r\n]{1,8}|\s{1,64}/gu;

/** Longer texts are not split completely; the rest is assumed to be like the beginning. */
const MOST_CHARACTERS = 400_000;

/** Average tokens of an English word by its length, for Qwen2.5's vocabulary and agents' requests. */
const WORD_TOKENS = [1, 1, 1, 1.03, 1.04, 1.04, 1.1, 1.1, 1.17, 1.35, 1.3, 1.3] as const;
/** Letters per token in longer words. */
const LETTERS_PER_TOKEN = 7.5;
const SIGNS_PER_TOKEN = 2.5;
const BYTES_PER_TOKEN = 3;

/**
 * Estimates the number of tokens in a text. The vocabulary is unknown, as a provider that reports no usage does not
 * name it. So the text is split into pieces, and each is counted with the average for its kind.
 */
export function estimateTokens(text: string): number {
  const start = text.slice(0, MOST_CHARACTERS);
  let tokens = 0;
  for (const piece of start.match(PIECE) ?? []) tokens += tokensOf(piece);
  return Math.ceil(start.length === 0 ? 0 : tokens * (text.length / start.length));
}

function tokensOf(piece: string): number {
  const plain = piece.trim();
  const bytes = Buffer.byteLength(plain);
  if (bytes > plain.length) return Math.max(1, bytes / BYTES_PER_TOKEN);
  if (/[a-z]/i.test(plain)) return WORD_TOKENS[plain.length] ?? plain.length / LETTERS_PER_TOKEN;
  // Models differ: one token per digit, or one for all three.
  if (/\d/.test(plain)) return (1 + plain.length) / 2;
  return plain.length <= 3 ? 1 : plain.length / SIGNS_PER_TOKEN;
}
