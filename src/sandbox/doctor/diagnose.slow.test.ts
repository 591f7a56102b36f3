import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { scaled } from '../../testing/scaled.ts';
import type { CgroupTree } from '../cgroup/cgroup.ts';
import { findCgroups } from '../cgroup/find-cgroups.ts';
import { chooseSandbox } from '../choose-sandbox.ts';
import { DrivenSandbox } from '../driven-sandbox.ts';
import type { Driver } from '../driver.ts';
import { bubblewrap } from '../drivers/bubblewrap.ts';
import { stockPython } from '../drivers/stock-python.ts';
import { findPython, type Python } from '../find-python.ts';
import { prepareRuntime } from '../runtime-folder.ts';
import type { Sandbox } from '../sandbox.ts';
import { diagnose } from './diagnose.ts';
import { readAttacks } from './read-attacks.ts';

const WHOLE_DOCTOR_MILLISECONDS = 240_000;
/** Other processes of the machine can disturb a message between two agents. */
const TRIES_OF_A_HARMLESS_ATTACK = 3;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const hasBubblewrap = runs('bwrap');
const isTestedAsOtherUser = isRoot && readableByOthers();

let python: Python;
let cgroups: CgroupTree | null;
beforeAll(async () => {
  python = await findPython(isRoot);
  cgroups = await findCgroups(python.executable);
});

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function brokenIn(driver: Driver, tree: CgroupTree | null): Promise<string[]> {
  const sandbox = new DrivenSandbox({ driver, python, cgroups: tree, runtime: await prepareRuntime(python) });
  try {
    const diagnoses = await diagnose(sandbox);
    expect(diagnoses.length).toBe(readAttacks().length);
    return diagnoses.filter(({ held }) => !held).map(({ attack, how }) => `${attack.name}: ${how}`);
  } finally {
    await sandbox.close();
  }
}

describe.each([
  ['bubblewrap', bubblewrap, hasBubblewrap],
  ['stock python', stockPython, true],
] as const)('%s', (_, driver, isThere) => {
  it.skipIf(!isThere)(
    'the sandbox stops every attack in a cgroup',
    { timeout: scaled(WHOLE_DOCTOR_MILLISECONDS) },
    async ({ skip }) => {
      if (cgroups === null) return skip('this user can make no cgroups here');
      expect(await brokenIn(driver(), cgroups)).toEqual([]);
    },
  );

  it.skipIf(!isThere)(
    'the sandbox stops every attack without a cgroup',
    { timeout: scaled(WHOLE_DOCTOR_MILLISECONDS) },
    async ({ skip }) => {
      if (isTestedAsOtherUser && driver === bubblewrap) return skip('a plain user, who has no cgroup, is tested below');
      expect(await brokenIn(driver(), null)).toEqual([]);
    },
  );
});

describe('sandbox of a plain user', () => {
  const doctor = `
    import { chooseSandbox } from ${JSON.stringify(new URL('../choose-sandbox.ts', import.meta.url).href)};
    import { diagnose } from ${JSON.stringify(new URL('./diagnose.ts', import.meta.url).href)};
    const sandbox = await chooseSandbox({ driver: process.argv[1] });
    const diagnoses = await diagnose(sandbox);
    await sandbox.close();
    console.log(JSON.stringify(diagnoses.map(({ attack, held, how }) => ({ name: attack.name, held, how }))));`;
  const results = z.array(z.object({ name: z.string(), held: z.boolean(), how: z.string().nullable() }));

  it('the sandbox of a plain user stops every attack, and passes no open file on', {
    timeout: scaled(WHOLE_DOCTOR_MILLISECONDS),
  }, async ({ skip }) => {
    if (!isRoot) return skip('not root: the other tests have already run as a plain user');
    if (!isTestedAsOtherUser) return skip('another user cannot read this repository or its Node');
    const leftOpen = openSync('/etc/passwd', 'r');
    const child = spawn(process.execPath, ['--input-type=module', '-e', doctor, hasBubblewrap ? 'bwrap' : 'python'], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe', leftOpen, leftOpen, leftOpen, leftOpen, leftOpen],
    });
    closeSync(leftOpen);
    const [output, complaints] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    const json = parseJson(output);
    expect(json.ok, complaints).toBe(true);
    const found = results.parse(json.ok ? json.value : undefined);
    expect(found.filter(({ held }) => !held)).toEqual([]);
    expect(found.length).toBe(readAttacks().length);
  });
});

/** Whether every parent folder of the files and of Node is accessible to others. */
function readableByOthers(): boolean {
  return [fileURLToPath(import.meta.url), process.execPath].every((file) => {
    accessSync(file, constants.R_OK);
    for (let path = file; path !== '/'; path = dirname(path))
      if ((statSync(path).mode & 0o005) !== 0o005 && path !== file) return false;
    return (statSync(file).mode & 0o004) !== 0;
  });
}

describe('a sandbox that does not count processor time', () => {
  it('the doctor detects a sandbox that does not count processor time, however often the attack is repeated', {
    timeout: scaled(120_000),
  }, async () => {
    const inner = await chooseSandbox();
    const attacks = readAttacks().filter(({ name }) => name === 'cpu_burn');
    let runs = 0;
    const careless: Sandbox = {
      description: inner.description,
      run: async (job) => {
        if (job.problem.problem_id === 'cpu_burn') runs++;
        const limits = { ...job.limits, cpuMilliseconds: 600_000, wallMilliseconds: 600_000 };
        return await inner.run({ ...job, limits });
      },
      close: () => inner.close(),
    };
    try {
      expect(await diagnose(careless, { attacks })).toMatchObject([
        { held: false, how: expect.stringMatching(/computed 3\.\d s/) },
      ]);
      expect(runs).toBe(3);
    } finally {
      await careless.close();
    }
  });
});

describe('without isolation', () => {
  it('without isolation, the doctor sees every harmless attack succeed', { timeout: scaled(60_000) }, async () => {
    const sandbox = await chooseSandbox({ unsafe: true });
    try {
      let failed = readAttacks().filter(({ control }) => control);
      for (let tries = 0; tries < TRIES_OF_A_HARMLESS_ATTACK && failed.length > 0; tries += 1) {
        const diagnoses = await diagnose(sandbox, { attacks: failed });
        failed = diagnoses.filter(({ held }) => held).map(({ attack }) => attack);
      }
      expect(failed.map(({ name }) => name)).toEqual([]);
    } finally {
      await sandbox.close();
    }
  });
});
