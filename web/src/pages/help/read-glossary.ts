export interface GlossaryTopic {
  readonly title: string;
  readonly terms: readonly { readonly word: string; readonly meaning: string }[];
}

/** Reads the tables of `docs/glossary.md`, so that every word is defined in one place. */
export function readGlossary(markdown: string): readonly GlossaryTopic[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [title = '', ...lines] = part.split('\n');
      const rows = lines.filter((line) => line.startsWith('|')).map(cellsOf);
      // Skips the last table, which lists outdated words.
      if (rows[0]?.[0] !== 'word') return [];
      const terms = rows.slice(2).map(([word = '', meaning = '']) => ({ word: plain(word), meaning: plain(meaning) }));
      return [{ title: title.trim(), terms }];
    });
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]+/g, '')
    .replaceAll('\\|', '|');
}
