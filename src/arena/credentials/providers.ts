import { Fault } from '../../fault/fault.ts';

/** A service that runs models and bills contestants for their agents' calls. */
export interface Provider {
  /** Up to and including `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  /** A resource that needs a valid credential: a path below the base URL, such as `/key`, or a full URL. */
  readonly probePath: string;
  /**
   * Name given to validators instead of the provider's own. The platform's validator accepts only `chutes` and
   * `openrouter`; ours uses URL and credential and ignores the name.
   */
  readonly presentAs?: string | undefined;
  /** URL that exchanges the code of a browser login for a credential, if the provider has one. */
  readonly exchangeUrl?: string | undefined;
}

/** Providers by name. */
export type Providers = ReadonlyMap<string, Provider>;

const LONGEST_NAME_SHOWN = 40;

export function providerNamed(providers: Providers, name: string): Provider {
  const provider = providers.get(name);
  if (provider !== undefined) return provider;
  const known = [...providers.keys()].sort().join(', ');
  throw new Fault('PROVIDER_UNKNOWN', {
    message: `This arena has no provider “${name.slice(0, LONGEST_NAME_SHOWN)}”.`,
    remedy: known === '' ? 'The operator has not set up any provider.' : `Choose one of: ${known}.`,
  });
}
