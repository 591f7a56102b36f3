import type { ConnectedProviders } from './credentials-of.ts';
import type { Providers } from './providers.ts';

export const LOCAL_PROVIDER = 'local';

export interface LocalRules {
  /** Agents use simulated models, which validators run. */
  readonly simulated: boolean;
  /** Submissions need a provider credential. */
  readonly requireProvider: boolean;
}

/** Whether validators run the models themselves, so that contestants do not have to connect a provider. */
export function hasLocalProvider(providers: Providers, { simulated, requireProvider }: LocalRules): boolean {
  return !requireProvider && !providers.has(LOCAL_PROVIDER) && (simulated || providers.size === 0);
}

/**
 * Lists the validators' own models as a provider that is always connected. The platform's command line does not submit
 * while no provider is connected, and here none is needed.
 */
export function withLocalProvider(connected: ConnectedProviders): ConnectedProviders {
  const local = { provider: LOCAL_PROVIDER, connected: true, updated_at: null };
  return {
    providers: [...connected.providers, local],
    default_provider: connected.default_provider ?? LOCAL_PROVIDER,
  };
}
