import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { takeViolations } from './unit-guard.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = globSync('{src,scripts,test,web}/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
const TESTS = FILES.filter((file) => file.endsWith('.test.ts'));
/** Tests and test support, which is in folders with these names until all of it is in `testing/`. */
const TEST_CODE = FILES.filter(
  (file) => TESTS.includes(file) || /\/(testing|sample|conformance|crash|test)\//.test(file),
);

/** Each match in test code. */
function placesWith(pattern: RegExp): string[] {
  return TEST_CODE.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return Array.from(text.matchAll(pattern), ({ 0: found }) => `${file}: ${found.trim()}`);
  });
}

describe('test tiers', () => {
  it('a test file is named x.test.ts, x.integration.test.ts, x.browser.test.ts, x.slow.test.ts or x.nightly.test.ts', () => {
    expect(TESTS.length).toBeGreaterThan(400);
    expect(TESTS.filter((file) => !/\/[^./]+(\.(integration|browser|slow|nightly))?\.test\.ts$/.test(file))).toEqual(
      [],
    );
  });

  it('a unit test cannot start a process or open a database, even if the error is handled', () => {
    expect(() => spawnSync('true')).toThrow('must not start a process');
    expect(() => new DatabaseSync(':memory:').prepare('select 1')).toThrow('must not open a database');
    expect(() => new pg.Client().connect()).toThrow('must not open a database');
    expect(takeViolations()).toHaveLength(3);
  });

  it('time limits of tests are scaled to the machine: scaled(60_000) instead of 60_000', () => {
    expect(placesWith(/^\s*\},\s+[\d_]{4,},?\s*\);|\btimeout: [\d_]{4,}.*/gm)).toEqual([]);
  });

  it('a test is retried only for a declared reason, by retryBecause', () => {
    expect(placesWith(/^\s*(?:(?:it|test|describe)\b.*\b)?retry: ?\d.*/gm)).toEqual([]);
  });
});
