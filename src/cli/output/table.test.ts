import { describe, expect, it } from 'vitest';
import { table, terminalWidth } from './table.ts';

const HEAD = ['what', 'count', 'why'];
const ROWS = [
  ['AGENT_RAISED', 12, "KeyError: 'price' in the middle of a function with a very long name"],
  ['a wrong answer', 3, 'not what was asked for: price, service, options or attributes'],
];

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

describe('a table', () => {
  it('a table has one line for each row if there is room', () => {
    expect(table(HEAD, ROWS, 80, 200).split('\n')).toHaveLength(4);
    expect(table(HEAD, ROWS, 80, Number.POSITIVE_INFINITY)).toBe(table(HEAD, ROWS, 80, 200));
  });

  it('a table fits the terminal, keeps every word and aligns numbers', () => {
    const text = table(HEAD, ROWS, 80, 60);
    expect(widest(text)).toBeLessThanOrEqual(60);
    for (const word of ROWS.flat().join(' ').split(' ')) expect(text).toContain(word);
    expect(text).toMatch(/^AGENT_RAISED +12 {2}KeyError/m);
  });

  it('a table splits long words only when nothing else makes it fit', () => {
    const long = 'tests/agents/a_file_with_a_very_long_name.py';
    expect(table(['file', 'why'], [[long, 'some words that can be wrapped']], 80, 64)).toContain(long);
    expect(widest(table(['file', 'other'], [[long, long]], 80, 50))).toBeLessThanOrEqual(50);
  });

  it.each([
    '3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ])('a table never breaks what is copied: %s', (copied) => {
    const words = 'words that can be wrapped into several lines of the terminal';
    expect(table(['what', 'why'], [[copied, words]], 80, 50)).toContain(copied);
    expect(table(['why', 'what'], [[words, copied]], 80, 50)).toContain(copied);
    expect(table(['what', 'other'], [[copied, copied]], 80, 50)).toContain(`${copied}  ${copied}`);
  });

  it('a table keeps shortened addresses whole, and gives up space between columns before it breaks words', () => {
    const head = ['rank', 'id', 'agent', 'version', 'contestant', 'score', '95 %', 'runs', 'judge off', ''];
    const row = [1, '73acf55a', 'first-carol', 1, '5GjU1cHY…MNVE', '0.5000', '0.1876 to 0.8124', 1, 12, 'races'];
    const text = table(head, [row], 80, 80);
    expect(widest(text)).toBeLessThanOrEqual(80);
    for (const word of ['first-carol', '5GjU1cHY…MNVE', '0.8124']) expect(text).toContain(word);
    expect(text).toMatch(/^ +1 73acf55a/m);
  });

  it('a table that cannot fit is printed as a list for each row', () => {
    const address = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
    const row = [address, 3, 'available', '2026-11-19 17:06 UTC', 'no', 'a reason with several words'];
    const text = table(['hotkey', 'runs', 'status', 'seen last', 'banned', 'why'], [row, row], 80, 60);
    const one = [
      `hotkey     ${address}`,
      'runs       3',
      'status     available',
      'seen last  2026-11-19 17:06 UTC',
      'banned     no',
      'why        a reason with several words',
    ];
    expect(text.split('\n')).toEqual([...one, '', ...one]);
  });

  it('a table never breaks an address, and lets nothing else run over for it', () => {
    const page = 'http://127.0.0.1:8788/attempts/3f2a91c4-0d6e-4f0b-9a55-6f1f2f9f9c11/5c08';
    const rows = [
      ['corpus filter', 'a reason with more words than one line of the terminal can hold'],
      ['page', page],
    ];
    const lines = table(['problem', '5c08'], rows, 300, 60).split('\n');
    expect(lines).toContain(`page           ${page}`);
    expect(lines.filter((line) => line.length > 60)).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('corpus filter  '))).toBe(true);
    expect(table(['page', 'note'], [[page, 'some words']], 300, 60)).toContain(page);
  });
});

describe('output width', () => {
  it('the output width is that of the terminal, else COLUMNS, else unlimited', () => {
    expect(terminalWidth({ columns: 100 }, { COLUMNS: '80' })).toBe(100);
    expect(terminalWidth({}, { COLUMNS: '80' })).toBe(80);
    expect(terminalWidth({}, { COLUMNS: '3' })).toBe(40);
    for (const COLUMNS of ['0', '', 'wide', undefined]) expect(terminalWidth({}, { COLUMNS })).toBe(Infinity);
  });
});
