import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../fault/fault.ts';
import { numberOf, objectOf, textOf } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { PRIVATE_FILE } from './file-mode.ts';
import { makeFolder } from './make-folder.ts';
import { isAlive, PROCESS_NAMESPACE } from './process-identity.ts';
import { storageFault, systemErrorCode } from './storage-fault.ts';

/**
 * Runs `work` as the only writer in a folder. A lock file rather than O_APPEND with a check afterwards, because a line
 * of the ledger contains the hash of the line before it: two writers that read the same end would both write valid
 * lines of which only one fits, and a written line is never removed. Conditions checked before writing (is this problem
 * sealed?) must also still hold when the line is written.
 *
 * The lock file is created by a hard link, so it is never partly written. It names its owner, so that the lock of a
 * dead owner is detected and taken over. An owner on another host or in another container cannot be checked; so every
 * owner touches its lock regularly, and an owner that has not done so for minutes is considered dead.
 */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T>,
  timeoutMilliseconds = 30_000,
): Promise<T> {
  const release = await acquire(folder, timeoutMilliseconds);
  try {
    return await work();
  } finally {
    release();
  }
}

const LOCK_FILE = '.lock';
const TAKEOVER_FILE = '.lock-takeover';
const RETRY_MILLISECONDS = 10;
const TOUCH_MILLISECONDS = 10_000;
/** Much longer than anything that could keep a live process from touching its lock. */
const SILENT_MILLISECONDS = 180_000;

interface Owner {
  readonly host: string;
  readonly place: string;
  readonly process: number;
  readonly started: number;
}

async function acquire(folder: string, timeout: number): Promise<() => void> {
  const lock = join(folder, LOCK_FILE);
  const deadline = performance.now() + timeout;
  try {
    makeFolder(folder);
    while (!created(lock)) {
      if (isStale(lock) && takenOver(folder, lock)) continue;
      if (performance.now() > deadline) throw busyFault(folder, lock);
      await sleep(RETRY_MILLISECONDS);
    }
  } catch (error) {
    throw storageFault(error, `locking ${folder}`);
  }
  const touching = setInterval(() => touch(lock), TOUCH_MILLISECONDS);
  touching.unref();
  return () => {
    clearInterval(touching);
    rmSync(lock, { force: true });
  };
}

function touch(lock: string): void {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch {
    // The file was removed by hand, so the lock is already lost.
  }
}

/** Whether this process created the file, which is never partly written. */
function created(lock: string): boolean {
  if (existsSync(lock)) return false;
  const ticket = `${lock}-${randomUUID()}`;
  try {
    writeFileSync(ticket, JSON.stringify(thisProcess()), { mode: PRIVATE_FILE });
    linkSync(ticket, lock);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(ticket, { force: true });
  }
}

/**
 * Removes the lock of a dead owner. If two processes found it dead and both removed it, the second would remove the new
 * lock of the first; hence the second lock, held only for these few lines, and another check under it.
 */
function takenOver(folder: string, lock: string): boolean {
  const takeover = join(folder, TAKEOVER_FILE);
  if (isSilent(takeover)) rmSync(takeover, { force: true });
  if (!created(takeover)) return false;
  try {
    if (isStale(lock)) rmSync(lock, { force: true });
    return true;
  } finally {
    rmSync(takeover, { force: true });
  }
}

function isStale(lock: string): boolean {
  if (isSilent(lock)) return true;
  const owner = ownerOf(lock);
  if (owner === undefined || owner.place !== PROCESS_NAMESPACE) return false;
  if (owner.process !== process.pid) return !isAlive(owner.process);
  // After a restart of a container the next process may have the same id; its start time differs.
  return Math.abs(owner.started - thisProcess().started) > 1_000;
}

function isSilent(lock: string): boolean {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > SILENT_MILLISECONDS;
}

function ownerOf(lock: string): Owner | undefined {
  let text: string;
  try {
    text = readFileSync(lock, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const json = parseJson(text);
  return json.ok ? readOwner(json.value) : undefined;
}

/** Without a schema, because every start of the program loads this file and would load the schema library with it. */
function readOwner(value: unknown): Owner | undefined {
  const fields = objectOf(value);
  const [host, place] = [textOf(fields.host), textOf(fields.place)];
  const [owner, started] = [numberOf(fields.process), numberOf(fields.started)];
  if (host === undefined || place === undefined || owner === undefined || started === undefined) return undefined;
  return Number.isSafeInteger(owner) && owner > 0 ? { host, place, process: owner, started } : undefined;
}

/**
 * Start time in milliseconds of the monotonic clock, which cannot be set and is the same in every thread of the
 * process.
 */
function thisProcess(): Owner {
  const started = Number(process.hrtime.bigint() / 1_000_000n) - process.uptime() * 1_000;
  return { host: hostname(), place: PROCESS_NAMESPACE, process: process.pid, started: Math.round(started) };
}

function busyFault(folder: string, lock: string): Fault {
  const owner = ownerOf(lock);
  const who = owner === undefined ? 'another process' : `process ${owner.process} on ${owner.host}`;
  return new Fault('BANK_BUSY', {
    message: `${folder} is being written by ${who}.`,
    remedy: `Try again when it has finished. If no such process is running, delete ${lock} and, if it is there, ${TAKEOVER_FILE} beside it.`,
  });
}
