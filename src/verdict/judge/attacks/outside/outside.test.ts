import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { QUALITIES } from '../../../verdict.ts';
import { judgeByGates } from '../../judge-by-gates.ts';
import { readOutsideAttempts } from './read-outside.ts';

const ATTEMPTS = readOutsideAttempts(fileURLToPath(new URL('./tuning', import.meta.url)));
const STEP = 0.2;

describe('attempts written without knowledge of the judge', () => {
  it('there are 40 outside attacks and 21 honest attempts', () => {
    expect(ATTEMPTS.filter(({ isAttack }) => isAttack)).toHaveLength(40);
    expect(ATTEMPTS.filter(({ isAttack }) => !isAttack)).toHaveLength(21);
    for (const { deserved } of ATTEMPTS) expect(QUALITIES).toContain(deserved);
  });

  it.each(ATTEMPTS.filter(({ isAttack }) => isAttack).map((each) => [each.id, each] as const))(
    'grades the attack %s at most 0.5, and at most one step above what it deserves',
    (_, { attempt, deserved }) => {
      const { quality } = judgeByGates(attempt);
      expect(quality).toBeLessThanOrEqual(Math.min(0.5, deserved + STEP) + 1e-9);
    },
  );

  it.each(ATTEMPTS.filter(({ isAttack }) => !isAttack).map((each) => [each.id, each] as const))(
    'grades the honest attempt %s within one step',
    (_, { attempt, deserved }) => {
      expect(Math.abs(judgeByGates(attempt).quality! - deserved)).toBeLessThanOrEqual(STEP + 1e-9);
    },
  );

  it('names the unreadable attempt file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outside-'));
    try {
      expect(() => readOutsideAttempts(folder)).toThrow('products.json does not exist');
      writeFileSync(join(folder, 'products.json'), '{}');
      writeFileSync(join(folder, 'attacks.jsonl'), '{"id": "x"}\n');
      expect(() => readOutsideAttempts(folder)).toThrow('attacks.jsonl');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
