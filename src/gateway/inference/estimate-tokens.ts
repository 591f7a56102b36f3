/**
 * Splits text as the tokenizers of current models do before they look pieces up: words with the sign or space before
 * them, numbers of up to three digits, runs of signs, line breaks, other white space.
 */
const PIECE =
  /'(?:[sdmt]|ll|ve|re)\b|[^\r\n\p{L}\p{N}]?\p{L}{1,64}|\p{N}{1,3}| ?[^\s\p{L}\p{N}]{1,64}[\r\n]{0,8}|\s{0,64}[\r\n]{1,8}|\s{1,64}/gu;

/** More is not split: the rest counts as the beginning does. */
const MOST_CHARACTERS = 400_000;

/** Tokens of an English word by its length, as the vocabulary of Qwen2.5 has them on average in requests of agents. */
const WORD_TOKENS = [1, 1, 1, 1.03, 1.04, 1.04, 1.1, 1.1, 1.17, 1.35, 1.3, 1.3] as const;
/** Beyond those, so many letters are a token. */
const LETTERS_PER_TOKEN = 7.5;
const SIGNS_PER_TOKEN = 2.5;
const BYTES_PER_TOKEN = 3;

/**
 * About how many tokens a text has. Without the vocabulary of the model, which a provider that reports no usage does not
 * name either: the pieces are found, and each is counted as such pieces are on average.
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
  // One for each digit, or one for all three: models differ.
  if (/\d/.test(plain)) return (1 + plain.length) / 2;
  return plain.length <= 3 ? 1 : plain.length / SIGNS_PER_TOKEN;
}
