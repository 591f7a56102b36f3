import { machineFactor } from '../../testing/machine-factor.ts';

const FREELY = { burst: 1_000_000, perMinute: 1_000_000 };

export interface ArenaChoices {
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly queue?: Readonly<Record<string, unknown>> & { readonly leaseSeconds?: number };
  readonly config?: Readonly<Record<string, unknown>>;
}

/** An arena without rate limits and with a lease as short as a validator on this machine can renew in time. */
export function sampleArenaConfig({ queue, policy, config }: ArenaChoices): Readonly<Record<string, unknown>> {
  const shortQueue = {
    heartbeatSeconds: 0.3,
    requiredSuccesses: 1,
    retryDelaySeconds: 0.001,
    triesPerValidator: 50,
    maxFailedRuns: 50,
  };
  const leaseSeconds = (queue?.leaseSeconds ?? 3) * machineFactor();
  return {
    rates: { everything: FREELY, validator: FREELY, submit: FREELY },
    policy: {
      submissions: { cooldownSeconds: 0.001 },
      queue: { ...shortQueue, ...queue, leaseSeconds },
      // Random reruns would sometimes run a version more often than a test expects.
      audit: { rerunShare: 0 },
      ...policy,
    },
    ...(config?.models === undefined && { simulated: true }),
    ...config,
  };
}
