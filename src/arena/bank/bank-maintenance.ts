import { counted, forCount } from '../../text/counted.ts';
import type { Arena } from '../arena.ts';
import { missingTwins, stockTwins } from '../twins/stock-twins.ts';
import type { BankStock, ProblemBank } from './problem-bank.ts';
import { rotateSuite } from './rotate-suite.ts';

export interface BankStatus extends BankStock {
  /** Warnings that need action by an operator. */
  readonly warnings: readonly string[];
}

/**
 * Maintains the bank automatically: retires problems that races have used up, makes new qualifying suites, reserves
 * twins for the active one, and warns when hidden problems run low. Its actions are in the public ledger as
 * `problem.retired`, `suite.created` and `suite.activated`.
 */
export class BankMaintenance {
  readonly #arena: Arena;
  readonly #bank: ProblemBank;
  #kept: string | undefined;
  /** The bank policy that was last applied to the bank. */
  #rules: string | undefined;
  #refused: string | undefined;
  /** Why the active suite has no twins. */
  #withoutTwins: { readonly suiteId: number; readonly reason: string } | undefined;
  #stock: { readonly key: string; readonly stock: BankStock } | undefined;

  constructor(arena: Arena, bank: ProblemBank) {
    this.#arena = arena;
    this.#bank = bank;
  }

  /** Called regularly by housekeeping. */
  async run(): Promise<void> {
    const version = this.#bank.version();
    if (version === undefined) return;
    // Reading a bank is slow, and nothing needs to be retired while it is unchanged.
    const { retireAfterDraws, restRaces } = this.#arena.policy.bank;
    const rules = `${retireAfterDraws} ${restRaces}`;
    if (version !== this.#kept || rules !== this.#rules) {
      await this.#bank.retireExhausted({ retireAfterDraws, restRaces });
      this.#rules = rules;
    }
    const isSame = version === this.#kept;
    // A rejected rotation would be rejected again while the bank is unchanged.
    if (this.#refused === undefined || !isSame) {
      const rotation = await rotateSuite(this.#arena, this.#bank);
      this.#refused = rotation !== undefined && 'refused' in rotation ? rotation.refused : undefined;
    }
    await this.#stockTwins(isSame);
    this.#kept = this.#bank.version();
  }

  async #stockTwins(isSame: boolean): Promise<void> {
    const lacking = await missingTwins(this.#arena);
    if (lacking === undefined) {
      this.#withoutTwins = undefined;
      return;
    }
    const { suiteId } = lacking;
    if (isSame && this.#withoutTwins?.suiteId === suiteId) return;
    const reason = await stockTwins(this.#arena, this.#bank, lacking);
    this.#withoutTwins = reason === undefined ? undefined : { suiteId, reason };
  }

  /** `undefined` without a bank. */
  async status(): Promise<BankStatus | undefined> {
    const version = this.#bank.version();
    if (version === undefined) return undefined;
    const { raceProblems } = this.#arena.policy;
    const key = `${version} ${raceProblems}`;
    if (this.#stock?.key !== key) this.#stock = { key, stock: await this.#bank.stock(raceProblems) };
    const { stock } = this.#stock;
    return {
      ...stock,
      warnings: [
        ...this.#lowWarning(stock),
        ...this.#sizeWarning(stock),
        ...[this.#refused, this.#withoutTwins?.reason].filter((reason) => reason !== undefined),
      ],
    };
  }

  /** With fewer problems, every race after the first few is smaller than configured, or cancelled. */
  #sizeWarning({ drawable }: BankStock): readonly string[] {
    const { raceProblems, bank } = this.#arena.policy;
    const needed = raceProblems * (bank.restRaces + 1);
    if (bank.restRaces === 0 || drawable >= needed) return [];
    return [
      `The problem bank is too small to pause problems for ${bank.restRaces} races: ${drawable} drawable ${forCount(drawable, 'problem')} of ${needed}. Add some with \`assay problems bank add\`, or lower policy.bank.restRaces.`,
    ];
  }

  #lowWarning({ racesLeft, drawable }: BankStock): readonly string[] {
    const { lowRaces } = this.#arena.policy.bank;
    if (racesLeft >= lowRaces) return [];
    return [
      `The problem bank runs low: ${drawable} drawable ${forCount(drawable, 'problem')}, enough for ${counted(racesLeft, 'race')} (warning below ${lowRaces}). Add some with \`assay problems bank add\`.`,
    ];
  }
}
