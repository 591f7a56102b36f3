import { readFileSync, writeFileSync } from 'node:fs';
import { hostname, release, version } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { parseJson } from '../json/parse-json.ts';
import { type Attack, type Diagnosis, diagnose, readAttacks } from '../sandbox/doctor.ts';
import type { Sandbox, SandboxDescription } from '../sandbox/sandbox.ts';
import { replaceFile, storageFault, systemErrorCode } from '../store/files.ts';
import { sha256 } from '../store/sha256.ts';

/** A sandbox that passed the examination on this machine; a validator accepts no other. */
export interface SoundSandbox {
  readonly sandbox: Sandbox;
  /** Number of hostile agents that it contained. */
  readonly attacks: number;
  readonly examinedAt: number;
  /** Whether the result of an earlier examination of exactly this machine was reused. */
  readonly remembered: boolean;
}

export interface ExaminationOptions {
  /** Folder in which the result is kept for a day. */
  readonly folder: string;
  readonly programVersion: string;
  /** Examines again, regardless of earlier results. */
  readonly anew?: boolean;
  readonly attacks?: readonly Attack[];
  readonly now?: () => number;
  readonly onResult?: (diagnosis: Diagnosis, attacks: number) => void;
}

const FILE = 'doctor.json';
const VALID_MILLISECONDS = 24 * 60 * 60 * 1000;

const findingSchema = z.strictObject({ state: z.string(), at: z.number(), attacks: z.int() });

/**
 * Runs hostile agents in the sandbox before anything is graded in it. A pass is valid for a day as long as nothing
 * about the machine changes, so that restarts are quick; a failure throws `SANDBOX_BROKEN` with the attacks that
 * succeeded.
 */
export async function requireSoundSandbox(sandbox: Sandbox, options: ExaminationOptions): Promise<SoundSandbox> {
  const { folder, programVersion, attacks = readAttacks(), now = Date.now, onResult } = options;
  const { driver, tier } = sandbox.description;
  // Without isolation, the hostile agents would do real damage.
  if (tier === 'none') throw broken(`The driver "${driver}" isolates nothing.`);
  const state = machineState(sandbox.description, programVersion, attacks);
  const known = options.anew === true ? undefined : readFinding(folder);
  const age = known === undefined ? Number.NaN : now() - known.at;
  if (known?.state === state && age >= 0 && age < VALID_MILLISECONDS) {
    return { sandbox, attacks: known.attacks, examinedAt: known.at, remembered: true };
  }
  const diagnoses = await diagnose(sandbox, {
    attacks,
    ...(onResult && { onResult: (each) => onResult(each, attacks.length) }),
  });
  const through = diagnoses.filter(({ held }) => !held).map(({ attack, how }) => `${attack.name}: ${how}`);
  if (through.length > 0) {
    throw broken(
      `${through.length} of ${diagnoses.length} hostile agents were not stopped by the sandbox (${driver}).\n  ${through.join('\n  ')}`,
    );
  }
  const finding = { state, at: now(), attacks: diagnoses.length };
  await replaceFile(join(folder, FILE), async (aside) => writeFileSync(aside, `${JSON.stringify(finding)}\n`));
  return { sandbox, attacks: finding.attacks, examinedAt: finding.at, remembered: false };
}

function readFinding(folder: string): z.output<typeof findingSchema> | undefined {
  const path = join(folder, FILE);
  try {
    const json = parseJson(readFileSync(path, 'utf8'));
    return findingSchema.safeParse(json.ok ? json.value : undefined).data;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw storageFault(error, `reading ${path}`);
  }
}

function broken(message: string): Fault {
  return new Fault('SANDBOX_BROKEN', {
    message: `${message} The validator does not start: attempts in an unsafe sandbox must not be graded.`,
    remedy: 'Run `assay sandbox doctor` and fix what it reports, or choose another driver with --driver.',
  });
}

/**
 * One hash over everything that affects whether a sandbox holds: a result from one machine says nothing about another.
 */
export function machineState(
  { driver, tier, python, architecture, cgroup }: SandboxDescription,
  programVersion: string,
  attacks: readonly Attack[],
): string {
  return sha256(
    canonicalJson({
      sandbox: { driver, tier, python, architecture, cgroup },
      host: hostname(),
      user: process.getuid?.() ?? null,
      kernel: [release(), version()],
      program: programVersion,
      attacks: attacks.map(({ name, source }) => [name, sha256(source)]),
    }),
  );
}
