import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address range such as `10.0.0.0/8`. */
export type Network = readonly [Address, number];

/** `undefined` where the text is not a range of addresses. */
export function parseNetwork(text: string): Network | undefined {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/**
 * Whether an address is on the public Internet. Loopback, private, link-local, multicast and reserved ranges are not. An IPv4 address
 * written as a mapped IPv6 address is judged as the former. Other IPv6 addresses that lead to an IPv4 address (6to4, Teredo, NAT64) are refused:
 * behind one may be any.
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
