import { readFileSync } from 'node:fs';

/** One of our agents as a contestant's work, for tests of finding copies. */
export function sampleSource(name: string): string {
  return readFileSync(new URL(`../../../agents/${name}`, import.meta.url), 'utf8');
}

const KEPT = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
   import in is lambda nonlocal not or pass raise return try while with yield f r rf fr`.split(/\s+/),
);

/** What people do to a file so that it does not look like the one they copied. */
export const DISGUISES: Readonly<Record<string, (source: string) => string>> = {
  'nothing at all': (source) => source,
  'other names': (source) =>
    source.replaceAll(/\b[A-Za-z_]\w*\b/g, (name) => (KEPT.has(name) ? name : `${name}_${name.length}`)),
  'another order': (source) => {
    const [head, ...blocks] = source.split(/\n\n\n(?=\S)/);
    return [head, ...blocks.reverse()].join('\n\n\n');
  },
  'comments and documentation': (source) =>
    source.replaceAll(/^( +)return /gm, '$1# what was found\n$1"""And nothing else."""\n$1pass\n$1return '),
  'other texts and numbers': (source) =>
    source.replaceAll(/"[^"\n]{2,}"/g, '"something else"').replaceAll(/\b\d+\b/g, '123'),
  'another layout': (source) => source.replaceAll(/ = /g, '=').replaceAll(/, /g, ' ,\t').replaceAll(/\n/g, '\r\n'),
  'a statement of junk before every return': (source) =>
    source.replaceAll(/^( +)return /gm, '$1unused = len(str(7)) + 1\n$1return '),
  'a text that seems to hold what comes after it': (source) => hiddenBehind(`'a\\\r\n"""'`, source),
  // As Python 3.12 and later parse it.
  'an f-string that seems to hold what comes after it': (source) => hiddenBehind(`f'{'"""'}'`, source),
  'functions nobody calls': (source) => `${source}\n\n${JUNK.join('\n\n')}\n`,
};

/** Inserts the text before the first import that need not come first. */
function hiddenBehind(text: string, source: string): string {
  return source.replaceAll('"""', "'''").replace(/^(?=import |from (?!__future__))/m, `HIDING = ${text}\n`);
}

/** More code than one of our agents has, with all lines different. */
const JUNK = Array.from({ length: 40 }, (_, number) => {
  const operators = '+ - * / % @ & | ^ // ** << >>'.split(' ');
  let seed = number + 1;
  const operator = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return operators[seed % operators.length]!;
  };
  const lines = Array.from(
    { length: 8 },
    () => `    a = b ${operator()} (a ${operator()} c) ${operator()} b ${operator()} c`,
  );
  return `def junk_${number}(a, b, c):\n${lines.join('\n')}\n    return a`;
});
