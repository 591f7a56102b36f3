import { isIP } from 'node:net';
import { Fault } from '../../fault/fault.ts';
import { isInNetwork, isPublicAddress, type Network } from '../../net/public-address.ts';

export interface WebhookPolicy {
  /** Maximum webhooks per hotkey. */
  readonly perHotkey: number;
  /** Private networks that deliveries may be sent to. */
  readonly allowedNetworks: readonly Network[];
}

const LONGEST_URL = 1_000;

/**
 * Validates the URL of a webhook as far as possible without resolving its host. Every delivery checks the resolved
 * address (`postOutside`).
 */
export function parseWebhookUrl(text: string, { allowedNetworks }: Pick<WebhookPolicy, 'allowedNetworks'>): URL {
  const url = text.length <= LONGEST_URL ? URL.parse(text) : null;
  if (url === null) throw refused(`is not an address of at most ${LONGEST_URL} characters`);
  if (url.username !== '' || url.password !== '') throw refused('has a user name or a password in it');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isInNetwork(host, allowedNetworks) && /^https?:$/.test(url.protocol)) return withoutFragment(url);
  const mayBeInside = url.protocol === 'http:' && allowedNetworks.length > 0 && isIP(host) === 0;
  if (url.protocol !== 'https:' && !mayBeInside) throw refused('is not https');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refused('is not a public address');
  if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host) && allowedNetworks.length === 0) {
    throw refused('names a host that is not public');
  }
  return withoutFragment(url);
}

function withoutFragment(url: URL): URL {
  url.hash = '';
  return url;
}

function refused(why: string): Fault {
  return new Fault('WEBHOOK_REFUSED', { message: `The address of this webhook is refused: it ${why}.` });
}
