/** The latest registration that was paid for. */
export interface PaidRegistration {
  readonly block: number;
  /** In rao. */
  readonly price: bigint;
}

/** Price of registration on the local chain. Amounts are rao of simulated money. */
export interface RegistrationTerms {
  /** Price at block 0, before the first paid registration. */
  readonly startPrice: bigint;
  readonly minPrice: bigint;
  readonly maxPrice: bigint;
  /** Factor by which each registration raises the price of the next. */
  readonly raisedBy: number;
  /** Number of blocks in which the price halves. */
  readonly halfLifeBlocks: number;
  /** Granted once to each hotkey, when it first pays for registration. */
  readonly startBalance: bigint;
}

export const FREE_REGISTRATION: RegistrationTerms = {
  startPrice: 0n,
  minPrice: 0n,
  maxPrice: 0n,
  raisedBy: 1,
  halfLifeBlocks: 1,
  startBalance: 0n,
};

/**
 * The price at a block: raised by every registration, halved in every half-life, within its bounds. Events store the
 * price that was paid, so the operator can change the terms without changing the meaning of old events.
 */
export function registrationPrice(
  latest: PaidRegistration | undefined,
  block: number,
  terms: RegistrationTerms,
): bigint {
  const raised = latest === undefined ? Number(terms.startPrice) : Number(latest.price) * terms.raisedBy;
  const bounded = Math.min(raised, Number(terms.maxPrice));
  const blocks = Math.max(0, block - (latest?.block ?? 0));
  const decayed = BigInt(Math.round(bounded * 0.5 ** (blocks / terms.halfLifeBlocks)));
  return decayed < terms.minPrice ? terms.minPrice : decayed;
}
