import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import {
  assertAsCommitted,
  assertBankExists,
  type Beacon,
  bankExists,
  bankPaths,
  changeBank,
  commitDraw,
  type DrawDocument,
  drawPool,
  exposurePolicyIn,
  fixDraw,
  foldExposure,
  type OpenedBank,
  openBank,
  type RecordedDraw,
  type RetiredProblems,
  type Retirement,
  readBank,
  readDrawSecret,
  readLedgerFile,
  readPendingDraws,
  restingProblems,
  retirementsIn,
  retireProblems,
  revealDraw,
} from '../../problems/suites.ts';
import { makeTemporaryFolder } from '../../store/files.ts';
import type { BankLedger, Commitment, HiddenProblems, ProblemExposure, ProblemRetirement } from './hidden-problems.ts';

/** Minimum share of the wanted problems. A race on fewer would be decided by luck, so none takes place. */
const FEWEST_OF_WANTED = 1 / 3;

/** The race bank in a folder, which `assay problems` extends and checks. */
export class BankHiddenProblems implements HiddenProblems, ProblemRetirement, BankLedger {
  readonly #folder: string;
  readonly #now: () => Date;
  #read: ReadLedger = { version: '', retirements: [], hashes: [] };

  constructor(folder: string, now: () => Date = () => new Date()) {
    this.#folder = folder;
    this.#now = now;
  }

  async commit(race: string, size: number): Promise<Commitment> {
    const folder = this.#folder;
    if (!bankExists(folder)) {
      return refuse('There is no bank of hidden problems. Create one with `assay problems bank add`.');
    }
    const bank = await openBank(folder);
    const drawn = bank.state.draws.get(race);
    if (drawn !== undefined) return resumed(drawn);
    const pool = await poolSize(bank);
    const fewest = Math.ceil(size * FEWEST_OF_WANTED);
    if (pool < fewest) {
      return refuse(
        `The bank has ${pool} problems that may be drawn now; ${size} are wanted and ${fewest} are the fewest for a race. Add some with \`assay problems bank add\`.`,
      );
    }
    try {
      const committed = await commitDraw({ folder, race, size: Math.min(size, pool), now: this.#now });
      return { ok: true, commitment: committed.commitment, size: committed.size };
    } catch (error) {
      // Another process committed a draw for the same race between our check and our write.
      if (!Fault.isInstance(error) || error.code !== 'BANK_CONFLICT') throw error;
      return resumed((await openBank(folder)).state.draws.get(race)!);
    }
  }

  async draw(race: string, beacon: Beacon): Promise<Beacon | undefined> {
    const draw = await fixDraw({ folder: this.#folder, race, beacon, now: this.#now });
    return 'beacon' in draw ? (draw.beacon ?? undefined) : undefined;
  }

  async problems(race: string): Promise<readonly Problem[]> {
    const { state } = await openBank(this.#folder);
    const draw = readSecret(this.#folder, race, state.draws.get(race));
    const bank = await readBank(this.#folder, state);
    assertAsCommitted(draw, bank);
    return draw.problem_ids.map((id) => bank.problems.get(id)!.problem);
  }

  async reveal(race: string): Promise<DrawDocument | undefined> {
    if (!bankExists(this.#folder)) return undefined;
    const { state } = await openBank(this.#folder);
    if (!state.draws.has(race)) return undefined;
    // The arena publishes the draw with the race, so the file is not needed afterwards.
    const place = makeTemporaryFolder('assay-draw');
    try {
      return await revealDraw({ folder: this.#folder, race, out: join(place, 'draw.json'), now: this.#now });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }

  async recordExposures(race: string, exposures: readonly ProblemExposure[]): Promise<void> {
    if (exposures.length === 0) return;
    assertBankExists(this.#folder);
    await changeBank(this.#folder, this.#now, async ({ records, state }) => {
      const problem_ids = readSecret(this.#folder, race, state.draws.get(race)).problem_ids;
      const known = new Set(
        records.flatMap((record) =>
          record.kind === 'exposed' && record.race === race ? [`${record.agent_version} ${record.validator}`] : [],
        ),
      );
      const fresh = exposures.filter(
        ({ agentVersionId, validatorHotkey }) => !known.has(`${agentVersionId} ${validatorHotkey}`),
      );
      const events = fresh.map(
        ({ agentVersionId, validatorHotkey }) =>
          ({ kind: 'exposed', race, problem_ids, agent_version: agentVersionId, validator: validatorHotkey }) as const,
      );
      return { events, result: undefined };
    });
  }

  async retire(problemIds: readonly string[], by: { who: string; reason: string }): Promise<RetiredProblems> {
    return await retireProblems({ folder: this.#folder, problemIds, reason: by.reason, by: by.who, now: this.#now });
  }

  async retirements(): Promise<readonly Retirement[]> {
    return this.#readLedger().retirements;
  }

  async ledgerHashes(): Promise<readonly string[]> {
    return this.#readLedger().hashes;
  }

  /** Cached, because this is called every few seconds and a ledger grows long. */
  #readLedger(): ReadLedger {
    const found = statSync(bankPaths(this.#folder).ledger, { throwIfNoEntry: false });
    const version = found === undefined ? '' : `${found.size} ${found.mtimeMs}`;
    if (this.#read.version === version) return this.#read;
    const { records, flaw } = found === undefined ? { records: [] } : readLedgerFile(this.#folder);
    // A partial line is still being written; the next read will see it complete.
    if (flaw?.tornAt !== undefined) return this.#read;
    this.#read = { version, retirements: retirementsIn(records), hashes: records.map(({ hash }) => hash) };
    return this.#read;
  }
}

interface ReadLedger {
  /** Size and modification time of the file. */
  readonly version: string;
  readonly retirements: readonly Retirement[];
  readonly hashes: readonly string[];
}

async function poolSize({ folder, records, state }: OpenedBank): Promise<number> {
  const exposure = foldExposure(records, { pending: readPendingDraws(folder, state).problems });
  const resting = restingProblems(records, exposure, exposurePolicyIn(records).restRaces);
  return drawPool((await readBank(folder, state)).problems.values(), exposure, resting).length;
}

/** A revealed draw is no longer secret: contestants could have prepared for it. */
function resumed({ race, commitment, size, revealed }: RecordedDraw): Commitment {
  return revealed === undefined
    ? { ok: true, commitment, size }
    : refuse(`The draw of race ${race} was revealed on ${revealed.at}, before the race.`);
}

function refuse(reason: string): Commitment {
  return { ok: false, reason };
}

function readSecret(folder: string, race: string, drawn: RecordedDraw | undefined): DrawDocument {
  const read = readDrawSecret(folder, drawn ?? { race, commitment: '' });
  if (read.ok) return read.draw;
  throw new Fault('BANK_CORRUPT', {
    message: `The problems of race ${race} cannot be read: ${read.reason}.`,
    remedy: 'Restore the file from a backup, or cancel the race.',
  });
}
