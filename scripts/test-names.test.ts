import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync('{src,scripts,test,web}/**/{*.test.ts,*-conformance.ts}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**'],
});
/** The first argument of `it(…)`, or of what `it.each(…)`, `itSample(…)` and `it.skipIf(…)` return. */
const TITLE = /^ *(?:it|test)(?:\.\w+)*\(\s*(['"`])(.+?)\1,|\)\(\s*(['"`])(.+?)\3,\s+(?:async )?[({]/gm;
/** Words that continue the name of a group, as in "a lease > is given to another validator". */
const CONTINUES = /^(?:is|are|was|were|has|have|and|but|or|nor|neither|also|it|they|of)\b/;

function titlesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(TITLE))
    .filter(({ 4: returned, index }) => returned === undefined || isTest(text.slice(0, index)))
    .map(([, , direct, , returned]) => (direct ?? returned)!);
}

/** Whether the nearest `x.each(` or `x.skipIf(` before a title belongs to a test, not to a group. */
function isTest(before: string): boolean {
  const nearest = before.match(/\b(?:it|test|describe)(?=\.\w+[(<]|Sample\()/g)?.at(-1);
  return nearest === 'it' || nearest === 'test';
}

function standsAlone(title: string): boolean {
  return !CONTINUES.test(title) && title.split(/\s+/).length >= 3;
}

describe('test names', () => {
  it('every test name stands alone: at least three words, not the rest of a sentence', () => {
    const titles = FILES.flatMap((file) =>
      titlesIn(readFileSync(join(ROOT, file), 'utf8')).map((title) => ({ file, title })),
    );
    expect(titles.length).toBeGreaterThan(3_000);
    expect(titles.filter(({ title }) => !standsAlone(title)).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
  });

  it('a name that continues its group or has two words does not stand alone', () => {
    const text = `it('is given to another', () => {});\nit.each([1])${"('works: %s', async () => {});"}`;
    expect(titlesIn(text)).toEqual(['is given to another', 'works: %s']);
    expect(titlesIn(text).some(standsAlone)).toBe(false);
    expect(standsAlone('a lease that expires is given to another validator')).toBe(true);
    expect(titlesIn(text.replace('it.each', 'describe.each'))).toEqual(['is given to another']);
  });
});
