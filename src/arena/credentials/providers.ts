import { Fault } from '../../fault/fault.ts';

/** A service that runs models and bills contestants for their agents' calls. */
export interface Provider {
  /** Up to and including `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  /** What only a valid credential may read: a path below the base address, such as `/key`, or a whole address. */
  readonly probePath: string;
  /**
   * The name that validators are told instead of the provider's own. The platform's validator accepts `chutes` and
   * `openrouter` only; ours uses address and credential whatever the name is.
   */
  readonly presentAs?: string | undefined;
  /** Where the code of a browser login is turned into a credential, for providers that have such a thing. */
  readonly exchangeUrl?: string | undefined;
}

/** By name. */
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
