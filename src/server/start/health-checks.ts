import { setTimeout as sleep } from 'node:timers/promises';

export const HEALTH_CHECKS = ['database', 'blobs', 'disk', 'chain', 'metagraph'] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

export interface HealthCheckResult {
  readonly name: HealthCheckName;
  /** The cause of the failure. For the log only: it may name hosts and paths. */
  readonly error: unknown;
}

/** Called with every new result. */
type OnResult = (result: HealthCheckResult) => void;

/** Throws if the part does not work. */
export type HealthCheckRun = () => Promise<void>;

interface HealthCheckLimits {
  /** A check that takes longer fails. */
  readonly mostMilliseconds: number;
  /** The endpoints are public: a flood of requests must not cause a flood of writes and chain requests. */
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

/** Checks the parts that the arena depends on, concurrently, each with a timeout. */
export class HealthChecks {
  readonly #checks: Readonly<Record<HealthCheckName, HealthCheckRun>>;
  readonly #limits: HealthCheckLimits;
  readonly #onResult: OnResult;
  readonly #known = new Map<HealthCheckName, Known>();

  constructor(
    checks: Readonly<Record<HealthCheckName, HealthCheckRun>>,
    { onResult = () => {}, ...limits }: Partial<HealthCheckLimits> & { readonly onResult?: OnResult } = {},
  ) {
    this.#checks = checks;
    this.#onResult = onResult;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** The results in the order of `names`; `error` is undefined if the part works. */
  async run(names: readonly HealthCheckName[]): Promise<readonly HealthCheckResult[]> {
    return await Promise.all(names.map((name) => this.#one(name)));
  }

  #one(name: HealthCheckName): Promise<HealthCheckResult> {
    const now = performance.now();
    const known = this.#known.get(name);
    if (known !== undefined && now - known.at < this.#limits.everyMilliseconds[name]) return known.result;
    const result = this.#attempt(name).then((ended) => {
      this.#onResult(ended);
      return ended;
    });
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
