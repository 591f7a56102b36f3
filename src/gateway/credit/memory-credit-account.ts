import type { CreditAccount, Reservation } from './credit-account.ts';

/** A credit account that exists only in this process. */
export class MemoryCreditAccount implements CreditAccount {
  #balance: number;
  #spent = 0;

  constructor(microdollars: number) {
    this.#balance = microdollars;
  }

  /** Total of all attempts that use this account. */
  get spent(): number {
    return this.#spent;
  }

  async balance(): Promise<number> {
    return this.#balance;
  }

  async reserve(amount: number): Promise<Reservation | null> {
    if (amount > 0 && amount > this.#balance) return null;
    this.#balance -= amount;
    let settled = false;
    return {
      amount,
      settle: async (spent) => {
        if (settled) return;
        settled = true;
        // A provider that used more than reserved is still paid; the balance may become negative.
        this.#balance += amount - spent;
        this.#spent += spent;
      },
    };
  }
}
