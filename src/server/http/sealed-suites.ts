import { statSync } from 'node:fs';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { Fault } from '../../fault/fault.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import { assertNotSealedIn, bankPaths } from '../../problems/suites.ts';
import type { Services } from '../start/services.ts';

/**
 * Refuses suites of the arena whose problems are sealed in the bank. `problemsFrom` checks this when a suite is
 * created. A set can be sealed later, so it is checked again when a suite is activated and when its problems are read.
 */
export class SealedSuites {
  readonly #arena: Services['arena'];
  readonly #bankFolder: string | undefined;
  readonly #queryEmbedder: TextEmbedder | undefined;
  readonly #checked = new Map<number, { readonly ledger: string; readonly fault: Fault | undefined }>();

  constructor({ arena, bankFolder, queryEmbedder }: Pick<Services, 'arena' | 'bankFolder' | 'queryEmbedder'>) {
    this.#arena = arena;
    this.#bankFolder = bankFolder;
    this.#queryEmbedder = queryEmbedder;
  }

  async assertOpen(suiteId: number): Promise<void> {
    const ledger = this.#ledgerVersion();
    if (ledger === undefined) return;
    // Comparing contents takes time and a suite never changes, so the result is valid until the bank changes.
    const known = this.#checked.get(suiteId);
    const fault = known?.ledger === ledger ? known.fault : await this.#check(suiteId);
    this.#checked.set(suiteId, { ledger, fault });
    if (fault !== undefined) throw fault;
  }

  async #check(suiteId: number): Promise<Fault | undefined> {
    const rows = await this.#arena.database.reader
      .selectFrom('suites')
      .innerJoin('set_problems', 'set_problems.set_id', 'suites.set_id')
      .select('record')
      .where('suite_id', '=', suiteId)
      .orderBy('position')
      .execute();
    const problems = rows.flatMap(({ record }) => {
      const parsed = parseProblem(record);
      return parsed.ok ? [parsed.problem] : [];
    });
    try {
      await assertNotSealedIn(this.#bankFolder, problems, this.#queryEmbedder);
      return undefined;
    } catch (error) {
      if (Fault.isInstance(error) && error.code === 'PROBLEM_SEALED') return error;
      throw error;
    }
  }

  #ledgerVersion(): string | undefined {
    if (this.#bankFolder === undefined) return undefined;
    const found = statSync(bankPaths(this.#bankFolder).ledger, { throwIfNoEntry: false });
    return found === undefined ? undefined : `${found.size} ${found.mtimeMs}`;
  }
}
