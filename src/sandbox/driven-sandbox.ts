import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, chownSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../fault/fault.ts';
import { makeTemporaryFolder } from '../store/files.ts';
import type { CgroupTree } from './cgroup/cgroup.ts';
import type { Driver } from './driver.ts';
import type { Python } from './find-python.ts';
import { REPORT_BYTES, readRuleReport } from './process/read-rule-report.ts';
import { INSIDE, type SandboxSetup, type SandboxUser } from './process/sandbox-setup.ts';
import { supervise } from './process/supervise.ts';
import { currentArchitecture, type RuntimeFolder } from './runtime-folder.ts';
import type { Sandbox, SandboxDescription, SandboxJob, SandboxLimits, SandboxOutcome } from './sandbox.ts';

/** Between the uids of container engines and the largest signed number: no files belong to these uids. */
const FIRST_USER = 1_900_000_000;
const USERS = 100_000_000;

/**
 * User of the next sandbox. As root, every sandbox gets its own user that owns nothing: a sandbox that root starts
 * without this keeps the real uid 0 and can write to the host. For other users, the sandbox runs as the same user.
 *
 * A number is reused only after all others, and each program starts at a different one, so that two concurrent
 * sandboxes do not share a number.
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

/** Runs sandboxes with a driver: creates the box, has it supervised, and removes everything again. */
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
    let image: string | null = null;
    try {
      if (driver.usesImage) image = await runtime.images.take(job.agentSource);
      const setup: SandboxSetup = {
        id,
        python,
        runtime,
        box,
        image,
        limits: job.rules === undefined ? job.limits : withReport(job.limits),
        environment: { ...ENVIRONMENT, ...job.environment },
        user,
        memoryIsCounted: cgroup !== null,
      };
      driver.prepare?.(setup);
      if (user !== null) giveTo(user, box.path);
      // The agent does not know the token, so it can neither write reports nor end them.
      const token = randomBytes(16).toString('hex');
      const rules = job.rules === undefined ? null : { ...job.rules, token };
      const order = `${JSON.stringify({ ...orderFor(driver, setup, job), rules })}\n`;
      const { started, ...outcome } = await supervise({
        driver,
        place: setup,
        order,
        cgroup,
        signal: job.signal,
        stoppedMilliseconds: job.stoppedMilliseconds,
      });
      // An abort before the setup was complete takes effect here.
      if (started || job.signal?.aborted === true) {
        return rules === null ? outcome : { ...outcome, ...readRuleReport(outcome.answer, token) };
      }
      throw failure(driver, Buffer.from(outcome.standardError).toString('utf8'));
    } catch (error) {
      // Killing a sandbox during setup can cause many kinds of errors.
      if (job.signal?.aborted === true) return STOPPED;
      throw Fault.isInstance(error)
        ? error
        : failure(driver, error instanceof Error ? error.message : String(error), error);
    } finally {
      if (cgroup !== null) this.#clearUp(cgroup.remove());
      rmSync(box.path, { recursive: true, force: true });
      if (image !== null) this.#clearUp(runtime.images.remove(image));
    }
  }

  /** Removing a cgroup or an image with many files takes a moment; no attempt has to wait for it. */
  #clearUp(removal: Promise<void>): void {
    this.#removals.add(removal);
    removal.finally(() => this.#removals.delete(removal));
  }

  async close(): Promise<void> {
    await Promise.all(this.#removals);
    await this.#parts.runtime.remove();
  }
}

/** Stopped before the agent's first line. */
const STOPPED: SandboxOutcome = {
  ending: { kind: 'stopped' },
  answer: Buffer.alloc(0),
  standardOutput: Buffer.alloc(0),
  standardError: Buffer.alloc(0),
  wallMilliseconds: 0,
  cpuMilliseconds: 0,
  peakMemoryBytes: 0,
  exact: false,
};

/** Two glibc arenas instead of one per thread: each reserves address space that counts against the limit. */
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  HOME: INSIDE.scratch,
  LANG: 'C.UTF-8',
  MALLOC_ARENA_MAX: '2',
  PYTHONDONTWRITEBYTECODE: '1',
  SANDBOX_PROXY_URL: 'http://proxy:80',
};

function orderFor(driver: Driver, setup: SandboxSetup, job: SandboxJob): object {
  return {
    problem: job.problem,
    ...driver.paths(setup),
    port: driver.port,
    answer_on_stdout: driver.answersOn === 'standard output',
    drop_capabilities: driver.dropsCapabilities,
    rlimits: resourceLimits(job.limits),
  };
}

/** Limits for the whole group, including the overhead of the sandbox itself. */
function withOverhead(limits: SandboxLimits, driver: Driver): SandboxLimits {
  return {
    ...limits,
    memoryBytes: limits.memoryBytes + (driver.overheadBytes ?? 0),
    processes: limits.processes + (driver.overheadProcesses ?? 0),
  };
}

/** The rule report uses the same pipe as the answer and does not count as part of it. */
function withReport(limits: SandboxLimits): SandboxLimits {
  return { ...limits, answerBytes: limits.answerBytes + REPORT_BYTES };
}

/** These apply to each process; the total over all processes is monitored from outside. */
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
 * Creates the folder of one attempt. Only the sandbox's user may enter it: any process with access to the socket in it
 * could make calls in the agent's name.
 */
function layOutBox(job: SandboxJob): SandboxSetup['box'] {
  const path = makeTemporaryFolder('box');
  const box = { path, agent: join(path, 'agent'), gateway: join(path, 'gateway') };
  const file = join(box.agent, 'agent.py');
  const socket = join(box.gateway, 'proxy.sock');
  try {
    for (const folder of [box.agent, box.gateway]) mkdirSync(folder, { mode: 0o700 });
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
    message: `The sandbox (${driver.name}) could not be set up: ${reason.trim().slice(0, 500) || 'no reason was given'}`,
    remedy: 'Run `assay sandbox doctor` to see what is wrong.',
    cause,
  });
}
