import type { ProviderFailure } from './provider-failure.ts';

/** Thrown while a response is read, when it cannot become a completion. */
export class UnusableResponse extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
