import { setTimeout as sleep } from 'node:timers/promises';

export const HEALTH_CHECKS = ['database', 'blobs', 'disk', 'chain', 'metagraph'] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

export interface HealthCheckResult {
  readonly name: HealthCheckName;
  /** Why it failed. For the log: it may name hosts and paths. */
  readonly error: unknown;
}

/** Throws when the part does not work. */
export type HealthCheckRun = () => Promise<void>;

interface HealthCheckLimits {
  /** A check that takes longer has failed. */
  readonly mostMilliseconds: number;
  /** The endpoints are public: a flood of requests must not become a flood of writes and of questions to the chain. */
  readonly everyMilliseconds: Readonly<Record<HealthCheckName, number>>;
}

const DEFAULT_LIMITS: HealthCheckLimits = {
  mostMilliseconds: 5_000,
  everyMilliseconds: { database: 1_000, blobs: 1_000, disk: 1_000, chain: 10_000, metagraph: 0 },
};

interface Known {
  readonly at: number;
  readonly result: Promise<HealthCheckResult>;
}

/** Runs checks of the parts that the arena depends on, side by side, each with a time limit. */
export class HealthChecks {
  readonly #checks: Readonly<Record<HealthCheckName, HealthCheckRun>>;
  readonly #limits: HealthCheckLimits;
  readonly #known = new Map<HealthCheckName, Known>();

  constructor(checks: Readonly<Record<HealthCheckName, HealthCheckRun>>, limits: Partial<HealthCheckLimits> = {}) {
    this.#checks = checks;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** The results of these checks, in their order; `error` is undefined where a part works. */
  async run(names: readonly HealthCheckName[]): Promise<readonly HealthCheckResult[]> {
    return await Promise.all(names.map((name) => this.#one(name)));
  }

  #one(name: HealthCheckName): Promise<HealthCheckResult> {
    const now = performance.now();
    const known = this.#known.get(name);
    if (known !== undefined && now - known.at < this.#limits.everyMilliseconds[name]) return known.result;
    const result = this.#attempt(name);
    this.#known.set(name, { at: now, result });
    return result;
  }

  async #attempt(name: HealthCheckName): Promise<HealthCheckResult> {
    const { mostMilliseconds } = this.#limits;
    const over = new AbortController();
    const late = async (): Promise<never> => {
      await sleep(mostMilliseconds, undefined, { signal: over.signal });
      throw new Error(`no answer in ${mostMilliseconds} ms`);
    };
    try {
      await Promise.race([this.#checks[name](), late()]);
      return { name, error: undefined };
    } catch (error) {
      return { name, error };
    } finally {
      over.abort();
    }
  }
}
