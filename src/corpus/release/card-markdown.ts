import { SPLIT_NAMES } from '../../problems/clusters.ts';
import type { CardAnswer, CorpusCard } from './corpus-card.ts';

/** The example is placed after this many answers. */
const BEFORE_EXAMPLE = 4;

/** The card as Markdown, with exactly the contents of the card, in the same order. */
export function cardMarkdown(card: CorpusCard): string {
  const sections = card.answers.map(section);
  sections.splice(BEFORE_EXAMPLE, 0, example(card));
  const splits = SPLIT_NAMES.map((name) => {
    const { rows, problems, clusters, successes } = card.splits[name];
    return [name, rows, problems, clusters, successes];
  });
  const files = card.files.map(({ file, sha256, bytes }) => [`\`${file}\``, bytes, `\`${sha256}\``]);
  return [
    `# ${inline(card.name)}`,
    `${card.rows} trajectories of shopping agents.`,
    grid(['split', 'rows', 'problems', 'leak clusters', 'successes'], splits),
    ...sections,
    '## Files',
    grid(['file', 'bytes', 'SHA-256'], files),
  ].join('\n\n');
}

function section({ question, answer, counts }: CardAnswer): string {
  const rows = Object.entries(counts).flatMap(([what, values]) =>
    Object.entries(values).map(([value, count]) => [what, inline(value), count]),
  );
  const table = rows.length === 0 ? [] : [grid(['', '', 'number'], rows)];
  return [`## ${question}`, answer, ...table].join('\n\n');
}

/** JSON keeps each string on one line after a quote, so text written by an agent cannot end the block. */
function example({ example: row }: CorpusCard): string {
  const text =
    row === null ? 'The release has no row that may be shown.' : `\`\`\`json\n${JSON.stringify(row, null, 2)}\n\`\`\``;
  return `## One full example\n\n${text}`;
}

function grid(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Licences and names are free text and must not become a table, a link or a heading. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>()#|!]/g, '\\$&');
}
