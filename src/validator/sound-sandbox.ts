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

/** A sandbox that has proved itself here; a validator takes no other. */
export interface SoundSandbox {
  readonly sandbox: Sandbox;
  /** How many hostile agents it held. */
  readonly attacks: number;
  readonly examinedAt: number;
  /** Whether an earlier examination of the very same machine was enough. */
  readonly remembered: boolean;
}

export interface ExaminationOptions {
  /** Where the finding is kept for a day. */
  readonly folder: string;
  readonly programVersion: string;
  /** Examines, whatever was found before. */
  readonly anew?: boolean;
  readonly attacks?: readonly Attack[];
  readonly now?: () => number;
  readonly onResult?: (diagnosis: Diagnosis, attacks: number) => void;
}

const FILE = 'doctor.json';
const VALID_MILLISECONDS = 24 * 60 * 60 * 1000;

const findingSchema = z.strictObject({ state: z.string(), at: z.number(), attacks: z.int() });

/**
 * Lets hostile agents loose in the sandbox before anybody is graded in it. One that holds is believed for a day as long as
 * nothing about the machine changes, so that restarts are quick; one that does not is `SANDBOX_BROKEN`, with what got through.
 */
export async function requireSoundSandbox(sandbox: Sandbox, options: ExaminationOptions): Promise<SoundSandbox> {
  const { folder, programVersion, attacks = readAttacks(), now = Date.now, onResult } = options;
  const { driver, tier } = sandbox.description;
  // Hostile agents would do here what they were written to do.
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

/** One hash over everything that decides whether a sandbox holds: what was found on one machine says nothing about another. */
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
