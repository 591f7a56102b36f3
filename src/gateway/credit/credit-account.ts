/** Micro-dollars set aside for one call while it is under way. */
export interface Reservation {
  readonly amount: number;
  /** Takes what the call cost and gives the rest back. A second settlement changes nothing. */
  settle(spent: number): Promise<void>;
}

/**
 * Port: a credit balance in micro-dollars. Money is set aside before a call and settled after it, so that
 * calls under way at the same time cannot spend the same money.
 */
export interface CreditAccount {
  /** What is neither spent nor set aside. */
  balance(): Promise<number>;
  /** `null` when the balance does not reach. Setting nothing aside always succeeds. */
  reserve(amount: number): Promise<Reservation | null>;
}
