import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, chownSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { makeTemporaryFolder } from '../store/files.ts';
import type { CgroupTree } from './cgroup/cgroup.ts';
import type { Driver } from './driver.ts';
import type { Python } from './find-python.ts';
import { INSIDE, type Place, type SandboxUser } from './process/place.ts';
import { supervise } from './process/supervise.ts';
import { currentArchitecture, type RuntimeFolder } from './runtime-folder.ts';
import type { Sandbox, SandboxDescription, SandboxJob, SandboxLimits, SandboxOutcome } from './sandbox.ts';

/** Between what container engines hand out and what signed numbers hold: nobody's files belong to these. */
const FIRST_USER = 1_900_000_000;
const USERS = 100_000_000;

/**
 * Under which user the next sandbox runs. As root every sandbox gets a user of its own that owns nothing: a sandbox
 * that root starts without this keeps the real uid 0 and can write to the host. Anybody else stays who they are.
 *
 * Numbers come round again only after all the others, and each program starts somewhere else, so that two sandboxes at
 * a time do not share one.
 */
function nextSandboxUser(): SandboxUser | null {
  if (process.getuid?.() !== 0) return null;
  next = (next + 1) % USERS;
  return { uid: FIRST_USER + next, gid: FIRST_USER + next };
}

let next = randomInt(USERS);

export interface DrivenSandboxParts {
  readonly driver: Driver;
  readonly python: Python;
  readonly runtime: RuntimeFolder;
  readonly cgroups: CgroupTree | null;
}

/** A sandbox by way of a driver: lays out the box, has it supervised, and takes everything away again. */
export class DrivenSandbox implements Sandbox {
  readonly description: SandboxDescription;
  readonly #parts: DrivenSandboxParts;
  readonly #removals = new Set<Promise<void>>();

  constructor(parts: DrivenSandboxParts) {
    const { driver, python } = parts;
    const cgroups = driver.countable ? parts.cgroups : null;
    this.#parts = { ...parts, cgroups };
    this.description = {
      driver: driver.name,
      tier: driver.tier === 2 && cgroups !== null ? 1 : driver.tier,
      python: python.version,
      architecture: currentArchitecture(),
      cgroup: cgroups?.name ?? null,
    };
  }

  async run(job: SandboxJob): Promise<SandboxOutcome> {
    const { driver, python, runtime, cgroups } = this.#parts;
    const id = randomBytes(8).toString('hex');
    const user = driver.tier === 'none' ? null : nextSandboxUser();
    const box = layOutBox(job);
    const cgroup = cgroups?.create(id, withOverhead(job.limits, driver)) ?? null;
    try {
      const place: Place = {
        id,
        python,
        runtime,
        box,
        limits: job.limits,
        environment: { ...ENVIRONMENT, ...job.environment },
        user,
        memoryIsCounted: cgroup !== null,
      };
      driver.prepare?.(place);
      if (user !== null) giveTo(user, box.path);
      const order = `${JSON.stringify(orderFor(driver, place, job))}\n`;
      const { started, ...outcome } = await supervise({ driver, place, order, cgroup, signal: job.signal });
      // Whoever called it off before it was set up gets what they asked for.
      if (started || job.signal?.aborted === true) return outcome;
      throw failure(driver, Buffer.from(outcome.standardError).toString('utf8'));
    } catch (error) {
      throw Fault.isInstance(error)
        ? error
        : failure(driver, error instanceof Error ? error.message : String(error), error);
    } finally {
      if (cgroup !== null) this.#clearUp(cgroup.remove());
      rmSync(box.path, { recursive: true, force: true });
    }
  }

  /** An empty cgroup can take a moment to go; no attempt has to wait for that. */
  #clearUp(removal: Promise<void>): void {
    this.#removals.add(removal);
    removal.finally(() => this.#removals.delete(removal));
  }

  async close(): Promise<void> {
    await Promise.all(this.#removals);
    this.#parts.runtime.remove();
  }
}

/** Two arenas of glibc instead of one for each thread: each reserves address space that the limit counts. */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  HOME: INSIDE.scratch,
  LANG: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
  PYTHONDONTWRITEBYTECODE: '1',
  SANDBOX_PROXY_URL: 'http://proxy:80',
};

function orderFor(driver: Driver, place: Place, job: SandboxJob): object {
  return {
    problem: job.problem,
    ...driver.paths(place),
    port: driver.port,
    answer_on_stdout: driver.answersOn === 'standard output',
    drop_capabilities: driver.dropsCapabilities,
    rlimits: resourceLimits(job.limits),
  };
}

/** What the group as a whole may use, the sandbox's own share included. */
function withOverhead(limits: SandboxLimits, driver: Driver): SandboxLimits {
  return {
    ...limits,
    memoryBytes: limits.memoryBytes + (driver.overheadBytes ?? 0),
    processes: limits.processes + (driver.overheadProcesses ?? 0),
  };
}

/** These hold for each process; what all of them use together is watched from outside. */
function resourceLimits(limits: SandboxLimits): Record<string, number> {
  return {
    AS: limits.memoryBytes,
    CPU: Math.ceil(limits.cpuMilliseconds / 1000),
    NPROC: limits.processes,
    NOFILE: limits.openFiles,
    FSIZE: limits.scratchBytes,
    CORE: 0,
  };
}

/**
 * The folder of one attempt. Nobody but the sandbox's user may enter it: whoever reached the socket in it could make
 * calls in the agent's name.
 */
function layOutBox(job: SandboxJob): Place['box'] {
  const path = makeTemporaryFolder('box');
  const box = { path, agent: join(path, 'agent'), door: join(path, 'door') };
  const file = join(box.agent, 'agent.py');
  const socket = join(box.door, 'proxy.sock');
  try {
    for (const folder of [box.agent, box.door]) mkdirSync(folder, { mode: 0o700 });
    writeFileSync(file, job.agentSource, { mode: 0o444 });
    linkSync(job.gatewaySocket, socket);
    chmodSync(socket, 0o600);
    return box;
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

function giveTo(user: SandboxUser, folder: string): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

function failure(driver: Driver, reason: string, cause?: unknown): Fault {
  return new Fault('SANDBOX_FAILED', {
    message: `The sandbox (${driver.name}) could not be set up: ${reason.trim().slice(0, 500) || 'it gave no reason'}`,
    remedy: 'Run `assay sandbox doctor` to see what is wrong.',
    cause,
  });
}
