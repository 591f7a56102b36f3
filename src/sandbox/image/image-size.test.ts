import { describe, expect, it } from 'vitest';
import { holdsImportsOf, sizesFor } from './image-size.ts';

const image = {
  modules: new Set(['json', 're', 'os', 'os.path', 'http', 'http.client', 'assay', 'assay.tools', '__future__']),
  missing: new Set(['http.server', 'http.cookies']),
};
const holds = (text: string) => holdsImportsOf(image, Buffer.from(text));

describe('holdsImportsOf', () => {
  it('the small image holds a file that names only its modules', () => {
    expect(holds('from __future__ import annotations\nimport json, re as r\nimport os.path\n')).toBe(true);
    expect(
      holds('def f():\n    from assay.tools import (\n        find,\n        view)\n    return re.compile("x")'),
    ).toBe(true);
    expect(
      holds('text.encode()\ntext.decode("utf-8", errors="replace")\nurlencode(x)\nopen(p, encoding="ascii")'),
    ).toBe(true);
  });

  it.each([
    'import sqlite3',
    'import json, sqlite3 as s',
    'if x: import sqlite3',
    'x = 1; import sqlite3',
    'from sqlite3 import connect',
    'from http import server',
    'from http import (\n  client,\n  server as s)',
    'import \\\n  sqlite3',
    '__import__(name)',
    'importlib.import_module(name)',
    'eval("1")',
    'futures.ProcessPoolExecutor()',
    'text.decode("shift_jis")',
    'text.decode(charset)',
    'open(path, encoding=charset)',
  ])('the small image does not hold a file that may need more: %j', (text) => {
    expect(holds(text)).toBe(false);
  });
});

describe('sizesFor', () => {
  it('begins with the smallest image', () => {
    expect(sizesFor(Buffer.from('import json'))).toEqual(['small', 'usual', 'whole']);
  });

  it('makes only the whole image for a file that may import something unnamed', () => {
    expect(sizesFor(Buffer.from('importlib.import_module(name)'))).toEqual(['whole']);
  });
});
