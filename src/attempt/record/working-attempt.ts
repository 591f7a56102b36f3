import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CALLS_FILE } from '../../gateway/calls.ts';
import {
  isAlive,
  makeFolder,
  PROCESS_NAMESPACE,
  storageFault,
  syncToDisk,
  systemErrorCode,
} from '../../store/files.ts';
import { type AttemptIdentity, identitySchema, uuidSchema } from '../attempt.ts';
import { attemptPaths, MAX_ATTEMPT_BYTES } from './attempt-folder.ts';
import { readDocument, writeDocument } from './canonical-document.ts';
import { openingHash } from './opening-hash.ts';
import { readPlainFile } from './read-plain-file.ts';
import { writeNewFile } from './write-new-file.ts';

/** An attempt that is not sealed yet: it is running, or its process has died. */
export interface WorkingAttempt {
  readonly identity: AttemptIdentity;
  /** Hash that precedes the first call in the chain. */
  readonly opening: string;
  readonly folder: string;
  /** File to which the gateway writes its calls while the attempt runs; it does not exist at the start. */
  readonly callsPath: string;
  /** Its process has died, perhaps in the middle of a write. */
  readonly interrupted: boolean;
}

const ownedSchema = z.strictObject({
  identity: identitySchema,
  owner: z.strictObject({ place: z.string(), process: z.int().positive() }),
});

const IDENTITY_FILE = 'identity.json';
const BEGINNING = '.begin-';

/**
 * Ids of attempts that this process runs, to distinguish them from attempts of an earlier process with the same pid.
 */
const underWay = new Set<string>();

export function workingFolder(data: string, id: string): string {
  return join(attemptPaths(data).working, id);
}

/** Creates the folder of an attempt atomically, with everything that is known before the agent starts. */
export function beginWorking(data: string, identity: AttemptIdentity): WorkingAttempt {
  const { working } = attemptPaths(data);
  const folder = workingFolder(data, identity.attempt_id);
  const aside = join(working, `${BEGINNING}${PROCESS_NAMESPACE}-${process.pid}-${identity.attempt_id}`);
  const owner = { place: PROCESS_NAMESPACE, process: process.pid };
  underWay.add(identity.attempt_id);
  try {
    makeFolder(aside);
    writeNewFile(join(aside, IDENTITY_FILE), writeDocument({ identity, owner }), 0o600);
    syncToDisk(aside);
    renameSync(aside, folder);
    syncToDisk(working);
  } catch (error) {
    underWay.delete(identity.attempt_id);
    rmSync(aside, { recursive: true, force: true });
    throw storageFault(error, `writing ${folder}`);
  }
  return openWorking(folder, identity, false);
}

/** Removes the working folder of a sealed attempt. */
export function endWorking(data: string, id: string): void {
  rmSync(workingFolder(data, id), { recursive: true, force: true });
  underWay.delete(id);
}

export type LeftWorking =
  | { readonly id: string; readonly folder: string; readonly attempt: WorkingAttempt }
  | { readonly id: string; readonly folder: string; readonly reason: string };

/** Unfinished attempts whose process has ended. */
export function leftWorking(data: string): readonly LeftWorking[] {
  const left: LeftWorking[] = [];
  for (const name of namesIn(attemptPaths(data).working)) {
    const folder = workingFolder(data, name);
    if (name.startsWith(BEGINNING)) {
      const [place, processId] = name.slice(BEGINNING.length).split('-') as [string, string | undefined];
      // The attempt had not started: the agent starts after the rename.
      if (place === PROCESS_NAMESPACE && !isAlive(Number(processId))) rmSync(folder, { recursive: true, force: true });
    }
    if (!uuidSchema.safeParse(name).success) continue;
    const file = readPlainFile(join(folder, IDENTITY_FILE), MAX_ATTEMPT_BYTES);
    const document = file.ok ? readDocument(file.bytes, ownedSchema) : file;
    if (!document.ok) {
      left.push({ id: name, folder, reason: `${IDENTITY_FILE} ${document.reason}` });
      continue;
    }
    const { identity, owner } = document.value;
    const attempt = openWorking(folder, identity, true);
    if (!isRunning(owner, attempt)) left.push({ id: name, folder, attempt });
  }
  return left;
}

/** Longer than any attempt may take. */
const STALE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * A process on another host or in another container cannot be checked, so it counts as running until its files have not
 * changed for a day.
 */
function isRunning(
  owner: z.infer<typeof ownedSchema>['owner'],
  { identity, folder, callsPath }: WorkingAttempt,
): boolean {
  if (owner.place === PROCESS_NAMESPACE) {
    return owner.process === process.pid ? underWay.has(identity.attempt_id) : isAlive(owner.process);
  }
  const touched = [folder, callsPath].map((path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Date.now() - Math.max(...touched) < STALE_MILLISECONDS;
}

/** Ids of all unfinished attempts, running or not. */
export function workingIds(data: string): readonly string[] {
  return namesIn(attemptPaths(data).working).filter((name) => uuidSchema.safeParse(name).success);
}

function openWorking(folder: string, identity: AttemptIdentity, interrupted: boolean): WorkingAttempt {
  return { identity, opening: openingHash(identity), folder, callsPath: join(folder, CALLS_FILE), interrupted };
}

/** Sorted names; empty if the folder does not exist. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw storageFault(error, `reading ${folder}`);
  }
}
