import { z } from 'zod';
import type { TokenCounter } from '../../corpus/filter/token-counter.ts';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../store/parse-json.ts';
import { readTextFile } from '../../store/read-text-file.ts';

/** The one form that our models have: digits one by one, then words of bytes. Whatever else is not counted wrongly but refused. */
const tokenizerSchema = z.object({
  normalizer: z.null(),
  added_tokens: z.array(z.object({ content: z.string().min(1) })),
  pre_tokenizer: z.object({
    type: z.literal('Sequence'),
    pretokenizers: z.tuple([
      z.object({ type: z.literal('Digits'), individual_digits: z.literal(true) }),
      z.object({ type: z.literal('ByteLevel'), add_prefix_space: z.literal(false), use_regex: z.literal(true) }),
    ]),
  }),
  model: z.object({
    type: z.literal('BPE'),
    ignore_merges: z.literal(false).optional(),
    vocab: z.record(z.string(), z.int()),
    merges: z.array(z.tuple([z.string(), z.string()])),
  }),
});

/** As byte-level tokenizers split text into words. */
const WORDS = /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;
const DIGIT = /\p{N}/u;

/** Counts as the tokenizer of a model folder does, without Python. */
export function bpeCounter(path: string): TokenCounter {
  const json = parseJson(readTextFile(path));
  const parsed = tokenizerSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) {
    throw new Fault('INPUT_INVALID', {
      message: `${path} is no tokenizer of a kind that can be counted with here.`,
      remedy:
        'Name the tokenizer.json of a byte-level BPE that splits digits, or leave it out to have tokens estimated.',
    });
  }
  const { model, added_tokens } = parsed.data;
  const ranks = new Map(model.merges.map(([left, right], rank) => [`${left} ${right}`, rank]));
  const special = new RegExp(added_tokens.map(({ content }) => RegExp.escape(content)).join('|') || '(?!)', 'g');
  const known = new Map<string, number>();
  const ofWord = (word: string): number => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const count = mergedPieces(
      Array.from(Buffer.from(word), (byte) => LETTERS[byte]!),
      ranks,
    );
    if (known.size > MOST_WORDS) known.clear();
    known.set(word, count);
    return count;
  };
  const ofText = (text: string): number => {
    let tokens = 0;
    for (const part of text.split(/(\p{N})/u)) {
      if (DIGIT.test(part)) tokens += ofWord(part);
      else for (const [word] of part.matchAll(WORDS)) tokens += ofWord(word);
    }
    return tokens;
  };
  return {
    name: `bpe/${Object.keys(model.vocab).length}`,
    exact: true,
    count: (text) =>
      (text.match(special)?.length ?? 0) + text.split(special).reduce((sum, part) => sum + ofText(part), 0),
  };
}

const MOST_WORDS = 500_000;

/** How many pieces are left when the pair that was learnt first is joined, again and again. */
function mergedPieces(pieces: string[], ranks: ReadonlyMap<string, number>): number {
  for (;;) {
    let best = Number.POSITIVE_INFINITY;
    let at = -1;
    for (let place = 0; place + 1 < pieces.length; place++) {
      const rank = ranks.get(`${pieces[place]} ${pieces[place + 1]}`);
      if (rank !== undefined && rank < best) [best, at] = [rank, place];
    }
    if (at === -1) return pieces.length;
    pieces.splice(at, 2, `${pieces[at]}${pieces[at + 1]}`);
  }
}

/** Bytes as the characters that vocabularies are written in: printable ones as themselves, the others above 255. */
const LETTERS: readonly string[] = (() => {
  let hidden = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const shown = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    return String.fromCodePoint(shown ? byte : hidden++);
  });
})();
