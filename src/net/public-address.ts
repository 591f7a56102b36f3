import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address range such as `10.0.0.0/8`. */
export type Network = readonly [Address, number];

/** `undefined` if the text is not an address range. */
export function parseNetwork(text: string): Network | undefined {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/**
 * Whether an address is on the public Internet. Loopback, private, link-local, multicast and reserved ranges are not.
 * An IPv4-mapped IPv6 address is checked as the IPv4 address. Other IPv6 addresses that embed an IPv4 address (6to4,
 * Teredo, NAT64) are refused, because the embedded address may be private.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  return ipaddr.process(text).range() === 'unicast';
}

export function isInNetwork(text: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base as never, bits));
}
