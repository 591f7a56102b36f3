import type { ProviderFailure } from './provider-failure.ts';

/** Thrown if a response cannot be read as a completion. */
export class UnusableResponse extends Error {
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
