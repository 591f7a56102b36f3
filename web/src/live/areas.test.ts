import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AREAS } from './areas.ts';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

it('every kind of arena event has an area', () => {
  const files = globSync('{arena,chain,server}/**/*.ts', { cwd: SOURCE }).filter((file) => !/test|sample/.test(file));
  const texts = files.map((file) => readFileSync(`${SOURCE}/${file}`, 'utf8'));
  const kinds = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(/what: '([a-z]+)\.[a-z_]+'/g), ([, kind]) => kind!)),
  );
  expect(kinds.size).toBeGreaterThan(10);
  expect([...kinds].filter((kind) => !(kind in AREAS))).toEqual([]);
});
