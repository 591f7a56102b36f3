import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../../json/parse-json.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const runner = new AssayRunner();

async function doctor(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { code, output, error } = await runner.run(['sandbox', 'doctor', ...words], { cwd: tmpdir() });
  return { code, stdout: output, stderr: error };
}

const report = z.object({
  sandbox: z.object({ driver: z.string(), tier: z.union([z.number(), z.string()]), python: z.string() }),
  held: z.boolean(),
  attacks: z.array(z.object({ name: z.string(), promise: z.string(), held: z.boolean(), how: z.string().nullable() })),
});

describe('assay sandbox doctor', { timeout: scaled(60_000) }, () => {
  it('assay sandbox doctor prints each attack with its promise, result and driver', async () => {
    const { code, stdout } = await doctor('--driver', 'python', '--only', 'grader');
    expect(stdout).toMatch(/attack +promise +result +how/);
    expect(stdout).toMatch(/answers +grader +held/);
    expect(stdout).toMatch(/driver python, tier [12], Python 3\.\d+\.\d+, (x64|arm64), (no )?cgroup/);
    expect(stdout).toContain('attacks were stopped.');
    expect(code).toBe(0);
  });

  it('assay sandbox doctor --json prints the same', { tags: 'slow' }, async () => {
    const { code, stdout } = await doctor('--driver', 'python', '--only', 'fork bomb', '--json');
    const json = parseJson(stdout);
    expect(report.parse(json.ok ? json.value : undefined)).toMatchObject({
      sandbox: { driver: 'python' },
      held: true,
      attacks: [{ name: 'fork_bomb', promise: 'processes', held: true, how: null }],
    });
    expect(code).toBe(0);
  });

  it('assay sandbox doctor rejects unknown options before it runs an attack', async () => {
    expect(await doctor('--only', 'telepathy')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no attack "telepathy"'),
    });
    expect(await doctor('--driver', 'chroot')).toMatchObject({ code: 2, stdout: '' });
  });
});
