import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArenaSecret } from '../../arena/arena-secret.ts';
import { type CheckResult, type Finding, LivePolicy } from '../../arena/operator.ts';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, type EventHead } from '../../store/database.ts';
import { policyFlaw } from '../start/arena-config.ts';
import { type ArenaStorage, type OpenArenaOptions, openArenaStorage } from '../start/open-arena.ts';
import { readSecretTexts, SECRET_FILE, secretOf } from '../start/read-secret.ts';
import { CHECKS, type Check, type CheckedArena } from './checks.ts';

export interface DoctorOptions extends OpenArenaOptions {
  /** `undefined` if this machine has none. */
  readonly bankFolder: string | undefined;
  readonly known?: EventHead | undefined;
  readonly quick: boolean;
  readonly repair: boolean;
  /** The actor recorded in the ledger for repairs. */
  readonly who: string;
  readonly onProgress?: CheckedArena['onProgress'];
}

export interface ExaminedCheck extends CheckResult {
  readonly name: string;
  /** What was counted. */
  readonly of: string;
  /** Why the check did not run; `null` if it did. */
  readonly skipped: string | null;
}

export interface ArenaExamination {
  /** Contains the findings that remain after repairs. */
  readonly checks: readonly ExaminedCheck[];
  readonly repaired: readonly { readonly check: string; readonly what: string }[];
  /** Why nothing was repaired although a repair was requested. */
  readonly notRepaired: string | null;
}

/** Checks the records of an arena against each other and, if requested, repairs what is safe to repair. */
export async function examineArena(options: DoctorOptions): Promise<ArenaExamination> {
  let storage: ArenaStorage;
  try {
    storage = await openArenaStorage(options);
  } catch (error) {
    // The tables have another version, or a file is damaged. Other errors, such as a database that does not respond,
    // are thrown: it cannot be examined.
    if (!Fault.isInstance(error) || error.code !== 'STORAGE_FAILED') throw error;
    const skipped = CHECKS.map(({ name, of }) => unexamined(name, of, 'the database cannot be used'));
    const database = { ...unexamined('database', 'migrations', null), findings: [findingOf('database', error)] };
    return { checks: [database, ...skipped], repaired: [], notRepaired: repairRefusal(options) };
  }
  try {
    return await examine(storage, options);
  } finally {
    await storage.database.close();
  }
}

async function examine(storage: ArenaStorage, options: DoctorOptions): Promise<ArenaExamination> {
  const live = new LivePolicy(options.config.policy, (policy) => policyFlaw(options.config, policy));
  await live.refresh(storage.database.reader);
  const arena: CheckedArena = {
    ...storage,
    policy: live.current,
    folder: options.folder,
    readSecret: secretReader(options),
    bankFolder: options.bankFolder,
    hasLocalChain: options.config.chain.kind === 'local',
    known: options.known,
    quick: options.quick,
    who: options.who,
    onProgress: options.onProgress,
  };
  const before: ExaminedCheck[] = [];
  for (const check of CHECKS) before.push(await examineOne(check, arena));
  // Repairs are recorded in the ledger, and a broken ledger must not be changed.
  const isBroken = before.some(({ name, findings }) => name === 'ledger' && findings.length > 0);
  if (!options.repair || isBroken) {
    return { checks: before, repaired: [], notRepaired: isBroken ? repairRefusal(options) : null };
  }
  const repaired: { check: string; what: string }[] = [];
  const after: ExaminedCheck[] = [];
  for (const [place, check] of CHECKS.entries()) {
    const found = before[place]!;
    const what = found.findings.length === 0 ? undefined : await check.repair?.(arena);
    if (what !== undefined) {
      await recordRepair(arena, check.name, what);
      repaired.push({ check: check.name, what });
    }
    after.push(what === undefined ? found : await examineOne(check, arena));
  }
  return { checks: after, repaired, notRepaired: null };
}

async function examineOne(check: Check, arena: CheckedArena): Promise<ExaminedCheck> {
  const { name, of } = check;
  const skipped = await check.skip?.(arena);
  if (skipped !== undefined) return unexamined(name, of, skipped);
  try {
    return { name, of, skipped: null, ...(await check.run(arena)) };
  } catch (error) {
    // An unreadable part must not hide problems of the others.
    if (!Fault.isInstance(error)) throw error;
    return { ...unexamined(name, of, null), findings: [findingOf(name, error)] };
  }
}

async function recordRepair({ database, now, who }: CheckedArena, check: string, what: string): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await appendEvent(transaction, {
      who,
      what: 'arena.repaired',
      when: now(),
      why: what,
      subject: 'arena',
      data: { check },
    });
  });
}

function secretReader({ folder, environment }: DoctorOptions): (() => ArenaSecret) | undefined {
  const path = join(folder, SECRET_FILE);
  if (environment.ASSAY_SECRET === undefined && !existsSync(path)) return undefined;
  return () => secretOf(readSecretTexts(path, environment.ASSAY_SECRET));
}

function unexamined(name: string, of: string, skipped: string | null): ExaminedCheck {
  return { name, of, skipped, examined: 0, findings: [] };
}

function findingOf(subject: string, fault: Fault): Finding {
  const owner = fault.owner === 'validator' || fault.owner === 'platform' ? fault.owner : 'operator';
  return { subject, what: fault.message, fault: owner, action: Fault.remedyFor(fault) };
}

function repairRefusal({ repair }: DoctorOptions): string | null {
  return repair ? 'Nothing was repaired: restore database and ledger first.' : null;
}
