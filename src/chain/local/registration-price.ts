/** The newest registration that was paid for. */
export interface PaidRegistration {
  readonly block: number;
  /** In rao. */
  readonly price: bigint;
}

/** What a place on the local chain costs. Amounts are rao of simulated money. */
export interface RegistrationTerms {
  /** At block 0, before anybody paid. */
  readonly startPrice: bigint;
  readonly minPrice: bigint;
  readonly maxPrice: bigint;
  /** Factor by which one registration raises the price of the next. */
  readonly raisedBy: number;
  /** Blocks in which the price falls by half. */
  readonly halfLifeBlocks: number;
  /** What a hotkey gets once, when it registers for the first time. */
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
 * The price at a block: raised by every registration, halved in every half-life, within its bounds. Events keep the price
 * that was paid, so the operator may change the terms without changing what old events mean.
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
