import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGlossary } from './read-glossary.ts';

const TEXT = readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8');

describe('the glossary of the dashboard', () => {
  const topics = readGlossary(TEXT);
  const terms = topics.flatMap((topic) => topic.terms);

  it('the glossary page has every topic and word of the document, once', () => {
    expect(topics.map(({ title }) => title)).toEqual([
      'People and keys',
      'Agents',
      'Evaluation',
      'Races',
      'Payment',
      'Data',
      'Technical terms',
    ]);
    const lines = TEXT.split('## Other words')[0]!.split('\n');
    expect(terms).toHaveLength(lines.filter((line) => /^\| (?!word)[^-]/.test(line)).length);
    expect(new Set(terms.map(({ word }) => word)).size).toBe(terms.length);
  });

  it('the glossary page has no Markdown marks left', () => {
    for (const { word, meaning } of terms) expect(`${word} ${meaning}`).not.toMatch(/[*`\\]|\]\(/);
    expect(terms.find(({ word }) => word === 'contestant')?.meaning).toBe(
      'Owner of a hotkey that submits agents. The API calls it miner.',
    );
  });
});
