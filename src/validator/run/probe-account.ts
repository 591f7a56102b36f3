import { type CreditAccount, MemoryCreditAccount, type Reservation } from '../../gateway/credit.ts';

/**
 * Credit for the probe attempts of a run. It is separate from the credit of the scored attempts; otherwise an agent
 * could avoid probes by spending what they need. A call may reserve as much as in the first attempt of a run, so that
 * an agent cannot detect a probe by rejected calls. Total spending is limited to the proportional share of that credit
 * for this number of attempts, plus the last calls.
 */
export class ProbeAccount implements CreditAccount {
  readonly #account: MemoryCreditAccount;
  readonly #most: number;

  /** @param credit Credit of the scored attempts of the run, in microdollars. */
  constructor(credit: number, { attempts, problems }: { readonly attempts: number; readonly problems: number }) {
    this.#account = new MemoryCreditAccount(credit);
    this.#most = (credit / problems) * attempts;
  }

  async balance(): Promise<number> {
    return Math.min(await this.#account.balance(), this.#most - this.#account.spent);
  }

  async reserve(amount: number): Promise<Reservation | null> {
    if (amount > 0 && this.#account.spent >= this.#most) return null;
    return await this.#account.reserve(amount);
  }
}
