/** Micro-dollars reserved for one running call. */
export interface Reservation {
  readonly amount: number;
  /** Takes the cost of the call and returns the rest. A second settlement has no effect. */
  settle(spent: number): Promise<void>;
}

/**
 * Port: a credit balance in micro-dollars. Money is reserved before a call and settled after it, so that concurrent
 * calls cannot spend the same money.
 */
export interface CreditAccount {
  /** Money that is neither spent nor reserved. */
  balance(): Promise<number>;
  /** `null` if the balance is too low. Reserving nothing always succeeds. */
  reserve(amount: number): Promise<Reservation | null>;
}
