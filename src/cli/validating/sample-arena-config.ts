const FREELY = { burst: 1_000_000, perMinute: 1_000_000 };

export interface ArenaChoices {
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly queue?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** An arena in which nobody waits for a limit, and a lease is over soon. */
export function sampleArenaConfig({ queue, policy, config }: ArenaChoices): Readonly<Record<string, unknown>> {
  const shortQueue = {
    leaseSeconds: 3,
    heartbeatSeconds: 0.3,
    requiredSuccesses: 1,
    retryDelaySeconds: 0.001,
    triesPerValidator: 50,
    maxFailedRuns: 50,
  };
  return {
    rates: { everything: FREELY, validator: FREELY, submit: FREELY },
    policy: { submissions: { cooldownSeconds: 0.001 }, queue: { ...shortQueue, ...queue }, ...policy },
    ...config,
  };
}
