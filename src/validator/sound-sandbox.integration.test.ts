import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../sandbox/choose-sandbox.ts';
import { readAttack, readAttacks } from '../sandbox/doctor/read-attacks.ts';
import type { Attack } from '../sandbox/doctor.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { requireSoundSandbox } from './sound-sandbox.ts';

const DAY = 86_400_000;

let sandbox: Sandbox;
let folder: string;
let attacks: readonly Attack[];
beforeAll(async () => {
  sandbox = await chooseSandbox();
  folder = mkdtempSync(join(tmpdir(), 'gate-'));
  attacks = readAttacks()
    .filter(({ control, alone, endings }) => control && !alone && endings.length === 1 && endings[0] === 'finished')
    .slice(0, 3);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

describe('sandbox check before grading', () => {
  it('the sandbox check is remembered for a day for this machine', async () => {
    let tried = 0;
    const examine = (rest: object) =>
      requireSoundSandbox(sandbox, { folder, programVersion: '1', attacks, onResult: () => tried++, ...rest });
    const first = await examine({ now: () => 1_000 });
    expect(first).toMatchObject({ sandbox, attacks: 3, remembered: false });
    expect(await examine({ now: () => DAY })).toMatchObject({ examinedAt: 1_000, remembered: true });
    expect(tried).toBe(3);
    for (const changed of [
      { now: () => DAY + 1_000 },
      { programVersion: '2' },
      { attacks: attacks.slice(1) },
      { anew: true },
    ]) {
      expect(await examine(changed)).toMatchObject({ remembered: false });
    }
  });

  it('refuses a leaking sandbox, names the leak, and does not remember the result', async () => {
    const source = `"""attack: hands in something else than it was asked for\npromise: ${attacks[0]!.promise}\n"""\n\n\ndef agent_main(problem):\n    return [{"check": "nothing of ours can be reached", "held": False}]\n`;
    const hostile = readAttack('sample', Buffer.from(source));
    const options = { folder, programVersion: 'broken', attacks: [hostile] };
    for (let time = 0; time < 2; time++) {
      await expect(requireSoundSandbox(sandbox, options)).rejects.toMatchObject({
        code: 'SANDBOX_BROKEN',
        message: expect.stringMatching(/1 of 1 hostile agents were not stopped[\s\S]*sample: /),
      });
    }
  });

  it('refuses to grade without isolation before any hostile agent is run', async () => {
    const bare = await chooseSandbox({ unsafe: true });
    let tried = 0;
    const options = { folder, programVersion: '1', onResult: () => tried++ };
    await expect(requireSoundSandbox(bare, options)).rejects.toMatchObject({
      code: 'SANDBOX_BROKEN',
      message: expect.stringContaining('"none" isolates nothing'),
    });
    expect(tried).toBe(0);
    await bare.close();
  });
});
