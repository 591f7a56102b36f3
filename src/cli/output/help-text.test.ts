import { describe, expect, it } from 'vitest';
import { helpExample, helpList, helpParagraph } from './help-text.ts';

describe('texts of the help', () => {
  it('an example that is too wide goes on in the next line, and options stay with their values', () => {
    expect(helpExample('assay wallet list', 40)).toBe('  assay wallet list');
    const example = "assay problems dispute ID --why 'two products match' --market data/market";
    expect(helpExample(example, 60)).toBe(
      "  assay problems dispute ID --why 'two products match' \\\n    --market data/market",
    );
    expect(helpExample(example, 40)).toBe(
      "  assay problems dispute ID \\\n    --why 'two products match' \\\n    --market data/market",
    );
  });

  it('a list is aligned behind its longest name, and its lines end at the width', () => {
    const items = [
      { name: 'atif', about: 'a trajectory a line or a file' },
      { name: 'evidence', about: 'signed' },
    ];
    expect(helpList(items, 31)).toBe(
      ['  atif      a trajectory a line', '            or a file', '  evidence  signed'].join('\n'),
    );
    expect(helpParagraph('one two three', 8)).toBe('one two\nthree');
  });
});
