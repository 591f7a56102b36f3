import { closeSync, copyFileSync, existsSync, openSync, writeFileSync } from 'node:fs';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { replaceFile } from '../../store/files.ts';
import { assertArenaForm } from '../arena-form.ts';
import type { Problem } from '../problem.ts';
import { problemToWire } from '../problem-wire.ts';
import { bankPaths, SECRET_MODE } from './bank-folder.ts';
import { changeBank } from './change-bank.ts';
import { problemDigest } from './problem-digest.ts';
import { readBank } from './read-bank.ts';
import { assertNotSealed } from './sealed-guard.ts';

export interface GrowBankOptions {
  readonly folder: string;
  readonly problems: readonly Problem[];
  /** If set, problems are also compared with sealed ones by meaning. */
  readonly embedder?: TextEmbedder | undefined;
  readonly now: () => Date;
}

export interface GrownBank {
  readonly added: number;
  /** Already in the bank, with identical content. */
  readonly skipped: number;
  readonly size: number;
}

/**
 * Adds problems to the race bank: all of them or, if one is rejected, none. Problems are never removed from the bank.
 */
export async function growBank({ folder, problems, embedder, now }: GrowBankOptions): Promise<GrownBank> {
  assertArenaForm(problems);
  return await changeBank(folder, now, async ({ state }) => {
    await assertNotSealed({ folder, state }, problems, embedder);
    const bank = await readBank(folder, state);
    const written: Problem[] = [];
    const recorded = new Map<string, string>();
    let skipped = 0;
    for (const problem of problems) {
      const digest = problemDigest(problem);
      const known = bank.problems.get(problem.id);
      if ((known?.digest ?? recorded.get(problem.id) ?? digest) !== digest) throw conflict(problem.id);
      if (known?.recorded === true || recorded.has(problem.id)) {
        skipped++;
        continue;
      }
      recorded.set(problem.id, digest);
      if (known === undefined) written.push(problem);
    }
    if (written.length > 0) await appendProblems(bankPaths(folder).bank, written);
    const grown = Array.from(recorded, ([problem_id, digest]) => ({ problem_id, digest }));
    return {
      events: grown.length === 0 ? [] : [{ kind: 'bank-grown', problems: grown }],
      result: { added: grown.length, skipped, size: state.bank.size + grown.length },
    };
  });
}

/** Writes a complete copy and renames it, so that a crash leaves either the old bank or the new one. */
async function appendProblems(path: string, problems: readonly Problem[]): Promise<void> {
  await replaceFile(path, async (aside) => {
    if (existsSync(path)) copyFileSync(path, aside);
    const file = openSync(aside, 'a', SECRET_MODE);
    try {
      for (const problem of problems) writeFileSync(file, `${canonicalJson(problemToWire(problem))}\n`);
    } finally {
      closeSync(file);
    }
  });
}

function conflict(problemId: string): Fault {
  return new Fault('BANK_CONFLICT', {
    message: `Problem ${problemId} is in the bank with different content.`,
    remedy: 'A problem in the bank never changes. Give the new content another problem_id.',
  });
}
