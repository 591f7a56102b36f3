import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeTokens } from './code-tokens.ts';

function sameTokens(left: string, right: string): void {
  expect(codeTokens(left).codes, left).toEqual(codeTokens(right).codes);
}

function otherTokens(left: string, right: string): void {
  expect(codeTokens(left).codes, left).not.toEqual(codeTokens(right).codes);
}

describe('the tokens of a file', () => {
  it('code tokens do not distinguish names, texts and numbers', () => {
    sameTokens('price = find("lamp", 10)', 'x = y("sofa", 0x1F)');
    sameTokens("rank(f'{a}', 1.5e-3)", 'r("""b\n"""   , 7_000)');
    sameTokens("Rb'x' + u'y'", '"a" + "b"');
    sameTokens('größe = 1', 'x = 1');
  });

  it('code tokens distinguish keywords and operators', () => {
    otherTokens('a if b else c', 'a and b or c');
    otherTokens('a == b', 'a != b');
    otherTokens('a ** b', 'a * b');
    otherTokens('x: y = 1', 'x = 1');
    expect(codeTokens('a//=b>>c...').codes).toHaveLength(6);
  });

  it('code tokens omit comments, documentation, layout and statements without effect', () => {
    const plain = 'def f(a, b):\n    return g(a, b)\n';
    sameTokens(plain, '# begins\ndef f(a,\n      b): # here\n\n    """What it\n    does."""\n    return g(a, b)');
    sameTokens(plain, "def f(a, b,):\n\t'x'; pass\n\treturn \\\n  g(a, b)\r\n");
    sameTokens('a = 1\nb = 2', 'a = 1; b = 2');
    sameTokens('f("a" "b")', 'f("ab")');
  });

  it('code tokens keep a text that is used, also at the beginning of a line', () => {
    otherTokens('f(\n"a",\n)', 'f()');
    otherTokens('"a".join(b)', '.join(b)');
  });

  it('code tokens know their lines', () => {
    const { codes, lines } = codeTokens('a = """1\n2\n"""\n# 4\n\\\nb = (\n  c)\r\nd');
    expect(lines).toEqual([1, 1, 1, 6, 6, 6, 7, 7, 8]);
    expect(lines).toHaveLength(codes.length);
  });

  it('code tokens end an unclosed string as Python does', () => {
    sameTokens('a = "never closed\nb = 1', 'a = "closed"\nb = 1');
    sameTokens('a = """never closed\nb = 1', 'a = "closed"');
    sameTokens('a = "a\\"b" + c', 'a = "b" + c');
    sameTokens('a = "\\', 'a = ""');
  });

  it('code tokens end a string where Python does', () => {
    sameTokens(`a = 'x\\\r\n"""'\nb = 1`, 'a = ""\nb = 1');
    sameTokens(`a = 'x\\\n"""'\nb = 1`, 'a = ""\nb = 1');
    for (const field of [
      `f'{'"""'}'`,
      `rf'{'"""'!r:>{'"""'}}'`,
      `F'{{{'"""'}}}'`,
      `f'{f'{f'{'"""'}'}'}'`,
      `f'{d[f'"""'] or {'"""': 1}}'`,
      `f'{\n'"""' # '"""\n}'`,
      `f'{x:"""}'`,
      `f"""{x["""y"""]}"""`,
      `f'{x!r:{w}.{p}}'`,
      `f'{x:%H:%M}'`,
      `f'{x}' '"""' f'{y}'`,
      // Here a backslash does not escape a brace, `if` is not a prefix, and a format has no doubled brace.
      `rf'\\{'"""'}'`,
      `f'\\{'"""'}'`,
      `f'\\N{EN DASH}{'"""'}'`,
      `f'{1 if'{'else 2}' f'{'"""'}'`,
      `f'{1 if not'{'else 2}' f'{'"""'}'`,
      `f'{1:{{1:2}.get('"""',1)}}'`,
    ]) {
      sameTokens(`a = ${field}\nb = c(1)`, 'a = ""\nb = c(1)');
    }
    // Text that Python rejects ends like a string without fields.
    sameTokens(`a = f'{x\nb = f'{y'`, 'a = ""\nb = ""');
  });

  it('code tokens of many strings that have no end are found in one pass', () => {
    for (const piece of [`f'{`, `f'{'`, `f'{(`, `f'{:{`, `f"""{#`]) {
      expect(codeTokens(piece.repeat(100_000)).codes.length).toBeGreaterThan(0);
    }
  });

  it('code tokens can be made from any text, in order, without a failure', () => {
    const pieces = fc.constantFrom(
      '"""',
      "'",
      '\\',
      '\n',
      '#',
      'r',
      'f"',
      '(',
      ')',
      ',',
      '0x',
      '1e',
      '.',
      '$',
      '\0',
      'é',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { codes, lines } = codeTokens(text);
        expect(lines).toHaveLength(codes.length);
        expect(codes.every((code) => Number.isInteger(code) && code > 0 && code < 200)).toBe(true);
        expect(lines.every((line, index) => line >= (lines[index - 1] ?? 1))).toBe(true);
        expect(lines.at(-1) ?? 1).toBeLessThanOrEqual(text.split('\n').length);
      }),
    );
  });

  it('code tokens do not change when every name does', () => {
    const name = fc
      .stringMatching(/^[a-z_]{1,12}$/)
      .filter((text) => codeTokens(text).codes[0] === codeTokens('zz').codes[0]);
    const source = 'def NAME(NAME, other):\n    for NAME in other:\n        yield NAME.NAME(f"{NAME}")\n';
    fc.assert(fc.property(name, (text) => sameTokens(source.replaceAll('NAME', text), source)));
  });
});
