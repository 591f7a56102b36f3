import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runTrainer } from './run-trainer.ts';
import { templateHash, trainerHome, trainerPython } from './trainer-home.ts';
import { TrainerProcess, trainerEnvironment } from './trainer-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-trainer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program in place of Python that prints a given output. */
function standIn(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function start(python: string): TrainerProcess {
  return TrainerProcess.start({ python, home: trainerHome(), log: join(folder, 'trainer.log') });
}

describe('trainer process', () => {
  it('the trainer process gets the events of its request, and resolves with its end', async () => {
    const python = standIn(
      'well',
      `read line
echo 'Some library greets you.'
echo '{"event":"step","id":"7","stage":"sft","step":1,"steps":2}'
echo '{"event":"step","id":"1","stage":"sft","step":1,"steps":2,"loss":null,"learning_rate":1,"gradient_norm":2,"tokens":3,"trainable_tokens":2,"tokens_per_second":9.5}'
echo '{"event":"done","id":"1","step":2,"stopped":"deadline","adapter":"a"}'
cat > /dev/null`,
    );
    const trainer = start(python);
    const heard: string[] = [];
    const done = await trainer.ask({ do: 'train' }, ({ event }) => heard.push(event));
    expect(done).toMatchObject({ event: 'done', stopped: 'deadline' });
    expect(heard).toEqual(['step', 'done']);
    await trainer.stop();
    await expect(trainer.ask({ do: 'train' })).rejects.toThrow('was stopped');
  });

  it('reports what the trainer rejects, and whose fault it is by its exit code', async () => {
    const fault = (exit: number) =>
      `read line\necho '{"event":"fault","id":"1","code":"LOSS_NOT_FINITE","message":"Not a number.","remedy":"Lower it.","exit":${exit}}'\ncat > /dev/null`;
    const failing = start(standIn('failing', fault(1)));
    await expect(failing.ask({ do: 'train' })).rejects.toMatchObject({
      code: 'TRAINING_FAILED',
      remedy: 'Lower it.',
      extra: { trainer_code: 'LOSS_NOT_FINITE' },
    });
    await failing.stop();
    const lacking = start(standIn('lacking', fault(2)));
    await expect(lacking.ask({ do: 'train' })).rejects.toMatchObject({ code: 'TRAINER_UNAVAILABLE' });
    await lacking.stop();
  });

  it('names the log when the trainer crashes, with its last line', async () => {
    const trainer = start(standIn('crashing', 'read line\necho "MemoryError: gone" >&2\nexit 3'));
    const failed = trainer.ask({ do: 'train' });
    await expect(failed).rejects.toThrow(/ended with exit code 3: MemoryError: gone/);
    await expect(failed).rejects.toMatchObject({ remedy: expect.stringContaining('trainer.log') });
    expect(readFileSync(join(folder, 'trainer.log'), 'utf8')).toContain('MemoryError');
    await trainer.stop();
  });

  it('reports a trainer that never started', async () => {
    const missing = start(join(folder, 'no-python'));
    await expect(missing.ask({ do: 'train' })).rejects.toThrow('cannot be started');
    await missing.stop();
  });

  it('runs our trainer, not a trainer.py in the current folder', () => {
    writeFileSync(join(folder, 'trainer.py'), 'print("another trainer")\n');
    const env = trainerEnvironment(trainerHome());
    const said = execFileSync('python3', ['-m', 'trainer', '--help'], { cwd: folder, env, encoding: 'utf8' });
    expect(said).toContain('usage: trainer');
  });

  it('reports missing torch in one line that says how to install it', async () => {
    // A Python without packages, whatever is installed on this machine.
    const bare = standIn(
      'bare',
      'exec python3 -S -E -c "import sys; sys.path.insert(0, sys.argv[1]); sys.argv = [\\"trainer\\", \\"work\\"]; import runpy; runpy.run_module(\\"trainer\\", run_name=\\"__main__\\")" "$PYTHONPATH"',
    );
    await expect(runTrainer(bare, trainerHome(), ['weights', 'check', '.'])).rejects.toMatchObject({
      code: 'TRAINER_UNAVAILABLE',
      message: expect.stringMatching(/^\S+ has no torch, [^\n]*\.$/),
      remedy: expect.stringContaining('pip install'),
      extra: { trainer_code: 'TORCH_MISSING' },
    });
  });
});

describe('trainer location', () => {
  it('the trainer is beside the source unless configured otherwise', () => {
    expect(trainerHome({})).toMatch(/python\/?$/);
    expect(() => trainerHome({ ASSAY_TRAINER_HOME: folder })).toThrow(folder);
    expect(trainerPython('a', { ASSAY_TRAINER_PYTHON: 'b' })).toBe('a');
    expect(trainerPython(undefined, { ASSAY_TRAINER_PYTHON: 'b' })).toBe('b');
    expect(trainerPython(undefined, {})).toBe('python3');
    expect(templateHash(trainerHome({}))).toMatch(/^[0-9a-f]{64}$/);
  });
});
