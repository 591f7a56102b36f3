import { isFiller } from '../../market/analysis.ts';
import type { Article } from '../../market/encyclopaedia.ts';
import { wholeWords } from '../../text/words.ts';
import type { Clue } from '../reading/read-clue.ts';

/** What the articles say about a clue: the name, or else the next question. */
export type ClueAnswer = { readonly name: string } | { readonly question: string };

const KIND = { maker: /\bis a company\b/iu, series: /\bis a series\b/iu } as const;
const KIND_NAME = { maker: 'company', series: 'series' } as const;

/**
 * Follows a clue through articles. An article answers it if every name and year of the clue is in it, or in the article
 * of a person or town that it mentions. Otherwise the best article about someone or something else leads to a question.
 */
export function followClue({ about, text }: Clue, articles: readonly Article[]): ClueAnswer {
  const names = namesIn(text);
  const words = tellingWords(text);
  const shared = (said: string): number => new Set(tellingWords(said)).intersection(new Set(words)).size;
  const evidence = (article: Article): string =>
    [article, ...articles.filter((other) => other !== article && article.text.includes(other.title))]
      .map((each) => each.text)
      .join(' ');
  const answers = articles
    .filter((article) => KIND[about].test(article.text))
    .map((article) => ({ article, said: evidence(article) }))
    .filter(({ said }) => names.every((name) => said.includes(name)));
  const [best] = answers.toSorted((left, right) => shared(right.said) - shared(left.said));
  if (best !== undefined) return { name: best.article.title.replace(/ \(series\)$/u, '') };
  const [through] = articles
    .filter((article) => !Object.values(KIND).some((kind) => kind.test(article.text)))
    .toSorted((left, right) => shared(right.text) - shared(left.text));
  if (through === undefined || shared(through.text) < 2) return { question: text };
  const known = new Set(tellingWords(through.text));
  const rest = words.filter((word) => !known.has(word) && word !== KIND_NAME[about]);
  return { question: [through.title, ...rest, KIND_NAME[about]].join(' ') };
}

/** Names and years. The first word of a sentence is only a name if another follows. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}'’-]+|\p{Lu}[\p{L}'’-]+(?= \p{Lu})|\b\d{4}\b/gu)].map(
    ([name]) => name,
  );
}

function tellingWords(text: string): string[] {
  return wholeWords(text).filter((word) => !isFiller(word));
}
