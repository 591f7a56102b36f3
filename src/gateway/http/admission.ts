import { TokenBucket } from '../../net/token-bucket.ts';
import type { CallLog } from '../calls/call-log.ts';
import { EvidenceBudget } from '../evidence/evidence-budget.ts';
import type { GatewayLimits } from '../gateway-limits.ts';
import { type Answer, refusal } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Route } from './route.ts';

/**
 * Decides whether an attempt may make another request. If waiting does not help, the rejection is the agent's fault.
 */
export class Admission {
  readonly evidence: EvidenceBudget;
  readonly #limits: GatewayLimits;
  readonly #log: CallLog;
  readonly #bucket: TokenBucket;
  /** Admitted requests, finished or not. */
  #admitted = 0;
  #admittedToModels = 0;
  #inFlight = 0;
  #heldBytes = 0;

  constructor(limits: GatewayLimits, log: CallLog, clock: Clock) {
    this.#limits = limits;
    this.#log = log;
    this.evidence = new EvidenceBudget(limits.evidenceBytes);
    this.#bucket = new TokenBucket(limits.requestsPerSecond, limits.burst, clock.milliseconds);
  }

  /** Counts a request as in flight until the returned function is called, when its answer was received. */
  enter(): () => void {
    this.#inFlight++;
    return () => {
      this.#inFlight--;
    };
  }

  admit(route: Route): Answer | null {
    if (this.#inFlight > this.#limits.inFlight) return waitFor(1000, 'Too many requests at the same time.');
    const wait = this.#bucket.take();
    if (wait > 0) return waitFor(wait, `More than ${this.#limits.requestsPerSecond} requests a second.`);
    if (this.#admitted >= this.#limits.calls) return tooMuch(`${this.#limits.calls} calls`);
    if (route === 'inference') {
      const { modelCalls } = this.#limits;
      if (this.#admittedToModels >= modelCalls) return tooMuch(`${modelCalls} model calls`);
      this.#admittedToModels++;
    }
    this.#admitted++;
    return null;
  }

  admitTokens(): Answer | null {
    const { promptTokens, completionTokens } = this.#log.totals;
    return promptTokens + completionTokens >= this.#limits.tokens ? tooMuch(`${this.#limits.tokens} tokens`) : null;
  }

  /** Rejects a call for whose evidence there is no room. */
  refuseEvidence(bytes: number): Answer {
    if (!this.evidence.isBeyond(bytes)) return waitFor(1000, 'Too many large requests at the same time.');
    return tooMuch(`${this.#limits.evidenceBytes} bytes of recorded calls`);
  }

  /** Reserves memory for part of a body. The reserved bytes must be released. */
  hold(bytes: number): boolean {
    if (this.#heldBytes + bytes > this.#limits.heldBytes) return false;
    this.#heldBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}

export function waitFor(milliseconds: number, error: string): Answer {
  return { ...refusal(429, error), retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) };
}

function tooMuch(what: string): Answer {
  return refusal(429, `This attempt has used up its ${what}.`, 'AGENT_CALLED_TOO_MUCH');
}
