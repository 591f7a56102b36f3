import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSource } from '../testing/sample-copies.ts';
import { codeForm, isSameProgram } from './code-form.ts';

const AGENTS = readdirSync(new URL('../../../agents/', import.meta.url)).filter((name) => name.endsWith('.py'));

function same(one: string, other: string): boolean {
  const [first, second] = [codeForm(one), codeForm(other)];
  expect(isSameProgram(second, first)).toBe(isSameProgram(first, second));
  return isSameProgram(first, second);
}

const PROGRAM = `import json
from kit import search_products

LIMIT = 1_000


class Shopper:
    limit: int = 3

    def __init__(self, query, *, budget=None):
        """Keeps what was asked."""
        self.query = query
        self.budget = budget

    def best(self, items):
        cheapest = min(items, key=lambda item: item["price"])
        if cheapest["price"] > LIMIT:
            return None
        return f"{cheapest['id']}: {self.query!r}"


def agent_main(problem_data):
    query = json.loads(problem_data)["query"]
    shopper = Shopper(query=query, budget=20)
    products = [product for product in search_products(query=query, page=1) if product]
    return [shopper.best(items=products)]
`;

/** Renamed as by an editor: every reference to the same object, and nothing else. */
const RENAMED = `import json
from kit import search_products

MOST = 1000


class Buyer:
    size: int = 3

    def __init__(this, wanted, *, money=None):
        this.wanted = wanted
        this.money = money

    def pick(this, offers):
        # the cheapest
        least = min(offers, key=lambda each: each['price'])
        if least['price'] > MOST:
            return None
        return f"{least['id']}: {this.wanted!r}"


def agent_main(task):
    wish = json.loads(task)["query"]
    buyer = Buyer(wanted=wish, money=20)
    found = [one for one in search_products(query=wish, page=1) if one]
    return [buyer.pick(offers=found)]
`;

describe('the form of a program', () => {
  it('the form of a program ignores layout, comments, quotes and documentation', () => {
    expect(same(PROGRAM, PROGRAM)).toBe(true);
    expect(same(PROGRAM, PROGRAM.replaceAll('    ', '\t').replaceAll('\n', '\r\n'))).toBe(true);
    expect(same(PROGRAM, `# mine\n${PROGRAM.replaceAll(' = ', '=').replaceAll(', ', ' ,')}\n\n# end`)).toBe(true);
    expect(same(PROGRAM, PROGRAM.replaceAll('"price"', "'price'").replace('"""Keeps what was asked."""', 'pass'))).toBe(
      true,
    );
    expect(same(PROGRAM, PROGRAM.replace('budget=20)', 'budget=20,\n    )'))).toBe(true);
  });

  it('the form of a program ignores the file’s own names', () => {
    expect(same(PROGRAM, RENAMED)).toBe(true);
  });

  it.each([
    ['another text', '"query"]', '"question"]'],
    ['another number', 'page=1', 'page=2'],
    ['another operator', '> LIMIT', '< LIMIT'],
    ['another function of Python', 'min(items', 'max(items'],
    ['another argument of the kit', 'page=1', 'limit_to=1'],
    ['another function of the kit', 'search_products(query', 'view_products(query'],
    ['another variable', 'return [shopper.best(items=products)]', 'return [shopper.best(items=query)]'],
    [
      'another place of a statement',
      '            return None\n        return',
      '            return None\n            return',
    ],
    ['another variable in a text', "{cheapest['id']}", "{items['id']}"],
    ['another key in a text', "{cheapest['id']}", "{cheapest['title']}"],
    ['one statement more', 'LIMIT = 1_000\n', 'LIMIT = 1_000\nPAGE = 2\n'],
  ])('the form of a program changes with %s', (_, before, after) => {
    expect(PROGRAM).toContain(before);
    const changed = PROGRAM.replace(before, after).replace(
      'from kit import search_products',
      after.startsWith('view') ? 'from kit import view_products' : 'from kit import search_products',
    );
    expect(same(PROGRAM, changed)).toBe(false);
  });

  it('the form distinguishes a tuple of one from its value, and ignores other trailing commas', () => {
    const program = 'def agent_main(a):\n    b = (a)\n    return f(b), x[b], [b], {b}, (b, a)\n';
    expect(same(program, program.replace('(a)\n    return', '(a,)\n    return'))).toBe(false);
    expect(same(program, program.replace('x[b]', 'x[b,]'))).toBe(false);
    for (const list of ['f(b', '[b', '{b', '(b, a']) {
      const at = program.lastIndexOf(list) + list.length;
      expect(same(program, `${program.slice(0, at)},${program.slice(at)}`), list).toBe(true);
    }
  });

  it('the form of a program changes when two functions change places', () => {
    const program =
      'def one(a):\n    return a + 1\n\ndef two(a):\n    return a + 2\n\ndef agent_main(a):\n    return one(a)\n';
    expect(same(program, program.replace('return one(a)', 'return two(a)'))).toBe(false);
    expect(same(program, program.replaceAll('agent_main', 'x').replaceAll('one', 'agent_main'))).toBe(false);
    expect(same(program, program.replaceAll('one', 'first').replaceAll('two', 'second'))).toBe(true);
  });

  it('the forms of all example agents differ', () => {
    const hashes = AGENTS.map((name) => codeForm(sampleSource(name)).hash);
    expect(new Set(hashes).size).toBe(AGENTS.length);
  });

  it('any text has a form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(isSameProgram(codeForm(text), codeForm(text))).toBe(true);
      }),
    );
    const words = fc.constantFrom(
      'def',
      'class',
      'lambda',
      'for',
      'in',
      'x',
      '"',
      "'",
      '(',
      ')',
      ':',
      '=',
      '\n',
      ' ',
      ';',
      '{',
      'f"',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        const text = parts.join(' ');
        expect(isSameProgram(codeForm(text), codeForm(text))).toBe(true);
      }),
    );
  });
});
