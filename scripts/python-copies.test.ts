import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const packages = new URL('../python/environments/', import.meta.url);

it('the packages for Inspect and verifiers have the same client of the environment server', () => {
  const read = (path: string): string => readFileSync(new URL(path, packages), 'utf8');
  expect(read('assay_inspect/assay/inspect_task/server.py')).toBe(read('assay_verifiers/assay_verifiers/server.py'));
});
