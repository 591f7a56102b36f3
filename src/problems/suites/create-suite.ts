import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { Fault } from '../../fault/fault.ts';
import { replaceFile } from '../../store/files.ts';
import { assertArenaForm } from '../arena-form.ts';
import { similarityWith } from '../clusters/embedding-similarity.ts';
import { suitePath } from './bank-folder.ts';
import { assertBankName } from './bank-name.ts';
import { changeBank } from './change-bank.ts';
import type { LedgerEvent } from './ledger-event.ts';
import type { LedgerState } from './ledger-state.ts';
import { loadSuite } from './load-suite.ts';
import { readBank } from './read-bank.ts';
import { assertSealable } from './sealable.ts';
import { assertNotSealed } from './sealed-guard.ts';
import { assertNoSealedLeak } from './sealed-leaks.ts';
import { type Suite, suiteId, suiteText } from './suite.ts';
import { assertSuiteGate } from './suite-gate.ts';

export interface CreateSuiteOptions {
  readonly folder: string;
  readonly suite: Suite;
  /** Seals a held-out suite permanently; also applies to an existing suite that was created without a seal. */
  readonly sealed?: boolean;
  /** If set, problems are also compared with sealed ones by meaning. */
  readonly embedder?: TextEmbedder | undefined;
  readonly now: () => Date;
}

export interface CreatedSuite {
  readonly id: string;
  /** False if the identical suite already existed. */
  readonly created: boolean;
  readonly sealed: boolean;
}

export async function createSuite(options: CreateSuiteOptions): Promise<CreatedSuite> {
  const { folder, suite, sealed = false, embedder, now } = options;
  const id = suiteId(suite);
  const problemIds = suite.problems.map((problem) => problem.id);
  assertWellFormed(suite, problemIds, sealed);
  assertSuiteGate(suite.problems);
  return await changeBank(folder, now, async ({ state }) => {
    assertNameFree(suite, id, state);
    const known = state.suites.get(id);
    const staysSealed = known?.sealed === true;
    const seals = sealed && !staysSealed;
    // An unsealed heldout suite can be tried and evaluated without restriction, so it must not repeat a sealed one.
    if (!seals && !staysSealed) await assertNotSealed({ folder, state }, suite.problems, embedder);
    if (seals) {
      const bank = (await readBank(folder, state)).problems;
      assertSealable(problemIds, state, bank);
      const open = [...state.suites.values()].filter((other) => other.kind !== 'heldout');
      const met = open.flatMap((other) => loadSuite(folder, other.id).problems);
      const shown = [...Array.from(bank.values(), ({ problem }) => problem), ...met];
      assertNoSealedLeak(suite.problems, shown, await similarityWith(embedder, [...suite.problems, ...shown]));
    }
    await writeSuite(suitePath(folder, id), suite);
    const events: LedgerEvent[] = [];
    if (known === undefined) {
      const { name, version, kind } = suite;
      events.push({ kind: 'suite-created', suite: id, name, version, suite_kind: kind, problem_ids: problemIds });
    }
    if (seals) events.push({ kind: 'set-sealed', suite: id });
    const result = { id, created: known === undefined, sealed: sealed || staysSealed };
    return { events, result };
  });
}

function assertWellFormed(suite: Suite, problemIds: readonly string[], sealed: boolean): void {
  assertBankName('suite', suite.name);
  if (suite.kind !== 'benchmark') assertArenaForm(suite.problems);
  if (sealed && suite.kind !== 'heldout') {
    throw new Fault('USAGE', {
      message: `Only a heldout suite can be sealed, and this one is of kind ${suite.kind}.`,
      remedy: 'Use --kind heldout, or leave out --sealed.',
    });
  }
  const met = new Set<string>();
  const repeated = problemIds.find((problemId) => met.size === met.add(problemId).size);
  if (problemIds.length > 0 && repeated === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: repeated === undefined ? 'A suite needs at least one problem.' : `Problem ${repeated} is listed twice.`,
    remedy: 'Fix the problem file.',
  });
}

function assertNameFree(suite: Suite, id: string, state: LedgerState): void {
  for (const other of state.suites.values()) {
    if (other.name !== suite.name || other.version !== suite.version || other.id === id) continue;
    throw new Fault('BANK_CONFLICT', {
      message: `Suite ${suite.name} version ${suite.version} already exists with different content (${other.id}).`,
      remedy: 'A suite never changes. Give the new content a higher --suite-version.',
    });
  }
}

async function writeSuite(path: string, suite: Suite): Promise<void> {
  const text = suiteText(suite);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  await replaceFile(path, async (aside) => writeFileSync(aside, text));
}
