import type { ExcuseReport } from '../../arena/wire.ts';
import type { Attempt } from '../../attempt/attempt.ts';

/** Failures closer together than this belong to one outage. */
const GAP_MILLISECONDS = 60_000;
/** A longer outage counts as several; a provider that stays down ends the run anyway. */
const LONGEST_MILLISECONDS = 5 * 60_000;
/** Short runs have few problems, and there can be two outages. */
const FEWEST_OUTAGES = 2;

/**
 * Decides which attempts that failed by no fault of the agent are repeated, and counts them. The limit is on outages,
 * not attempts, because one outage ends every running attempt. The decisions depend only on the attempts on disk, so
 * they are the same after a restart.
 */
export class Excuses {
  readonly #mostOutages: number;
  readonly #mostDepartures: number;
  readonly #reasons = new Map<string, number>();
  readonly #outages: { from: number; to: number }[] = [];
  #attempts = 0;
  #repeated = 0;
  #refused = 0;
  #departed = 0;
  #departuresGranted = 0;

  /**
   * @param share Share of the problems: limits the excused outages, and the repeated attempts that may make other
   * calls.
   */
  constructor(problems: number, share: number) {
    this.#mostOutages = Math.max(FEWEST_OUTAGES, Math.ceil(share * problems));
    this.#mostDepartures = Math.max(1, Math.floor(share * problems));
  }

  /** Whether the attempt may be repeated: it failed by no fault of the agent, and the limit is not reached. */
  note({ fault, replay, finished_at }: Pick<Attempt, 'fault' | 'replay' | 'finished_at'>): boolean {
    this.#attempts++;
    if (replay?.departed === true) {
      this.#departed++;
      this.#departuresGranted = Math.max(this.#departuresGranted, this.#departed);
    }
    if (fault === null || fault.owner === 'agent') return false;
    const isExcused =
      replay?.departed !== true && (fault.owner !== 'platform' || this.#isWithinLimit(Date.parse(finished_at)));
    if (isExcused) {
      this.#repeated++;
      this.#reasons.set(fault.code, (this.#reasons.get(fault.code) ?? 0) + 1);
    } else {
      this.#refused++;
    }
    return isExcused;
  }

  /** Whether one more repeated attempt may make other calls than the attempt that it repeats. */
  grantDeparture(): boolean {
    if (this.#departuresGranted >= this.#mostDepartures) return false;
    this.#departuresGranted++;
    return true;
  }

  get report(): ExcuseReport {
    return {
      attempts: this.#attempts,
      repeated: this.#repeated,
      refused: this.#refused,
      departed: this.#departed,
      outages: Math.min(this.#outages.length, this.#mostOutages),
      reasons: Object.fromEntries(this.#reasons),
    };
  }

  #isWithinLimit(at: number): boolean {
    const index = this.#outages.findIndex(
      ({ from, to }) =>
        at >= from - GAP_MILLISECONDS && at <= to + GAP_MILLISECONDS && Math.abs(at - from) <= LONGEST_MILLISECONDS,
    );
    if (index === -1) {
      this.#outages.push({ from: at, to: at });
      return this.#outages.length <= this.#mostOutages;
    }
    const outage = this.#outages[index]!;
    outage.from = Math.min(outage.from, at);
    outage.to = Math.max(outage.to, at);
    return index < this.#mostOutages;
  }
}
