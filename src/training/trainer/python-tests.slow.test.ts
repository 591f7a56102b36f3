import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { trainerHome } from './trainer-home.ts';

const PYTHON = process.env.ASSAY_TRAINER_PYTHON || undefined;

/** Runs the trainer's own tests. Losses are compared with TRL's if it is installed, otherwise with stored numbers. */
describe.skipIf(PYTHON === undefined)(
  'the Python package (where ASSAY_TRAINER_PYTHON names a Python with torch and pytest)',
  { timeout: scaled(15 * 60_000) },
  () => {
    it('the Python package passes its tests', () => {
      // With two threads on a busy machine, a tiny model spends more time on waiting for the second thread than on
      // computing.
      const environment = { ...process.env, OMP_NUM_THREADS: '1', HF_HUB_OFFLINE: '1', PYTHONDONTWRITEBYTECODE: '1' };
      const { stdout, stderr, status } = spawnSync(
        PYTHON!,
        ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'trainer/tests'],
        { cwd: trainerHome(), env: environment, encoding: 'utf8', maxBuffer: 64 << 20 },
      );
      expect(status, `${stdout.slice(-6_000)}\n${stderr.slice(-2_000)}`).toBe(0);
      expect(stdout).toMatch(/\d+ passed/);
    });
  },
);
