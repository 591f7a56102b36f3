import type { Arena } from '../arena.ts';
import type { BankStock, ProblemBank } from './problem-bank.ts';
import { rotateSuite } from './rotate-suite.ts';

export interface BankStatus extends BankStock {
  /** What an operator should do something about. */
  readonly warnings: readonly string[];
}

/**
 * Keeps the bank in order without hands: retires what races have used up, makes new qualifying suites, and says when hidden
 * problems run low. Its acts stand in the public ledger as `problem.retired`, `suite.created` and `suite.activated`.
 */
export class BankKeeper {
  readonly #arena: Arena;
  readonly #bank: ProblemBank;
  #kept: string | undefined;
  #refused: string | undefined;
  #stock: { readonly version: string; readonly stock: BankStock } | undefined;

  constructor(arena: Arena, bank: ProblemBank) {
    this.#arena = arena;
    this.#bank = bank;
  }

  /** As a recurring duty. */
  async run(): Promise<void> {
    const version = this.#bank.version();
    if (version === undefined) return;
    // Reading a bank takes a moment, and nothing is used up while it stays as it is.
    if (version !== this.#kept) await this.#bank.retireExhausted(this.#arena.policy.bank.retireAfterDraws);
    // What was refused is refused again as long as the bank is the same.
    if (this.#refused !== undefined && version === this.#kept) return;
    const rotation = await rotateSuite(this.#arena, this.#bank);
    this.#refused = rotation !== undefined && 'refused' in rotation ? rotation.refused : undefined;
    this.#kept = this.#bank.version();
  }

  /** `undefined` without a bank. */
  async status(): Promise<BankStatus | undefined> {
    const version = this.#bank.version();
    if (version === undefined) return undefined;
    if (this.#stock?.version !== version) {
      this.#stock = { version, stock: await this.#bank.stock(this.#arena.policy.raceProblems) };
    }
    const { stock } = this.#stock;
    return {
      ...stock,
      warnings: [...this.#lowWarning(stock), ...(this.#refused === undefined ? [] : [this.#refused])],
    };
  }

  #lowWarning({ racesLeft, drawable }: BankStock): readonly string[] {
    const { lowRaces } = this.#arena.policy.bank;
    if (racesLeft >= lowRaces) return [];
    return [
      `The problem bank runs low: ${drawable} drawable problems, enough for ${racesLeft} races (warning below ${lowRaces}). Add some with \`assay problems bank add\`.`,
    ];
  }
}
