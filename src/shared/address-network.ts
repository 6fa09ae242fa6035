import ipaddr from 'ipaddr.js';

/** What is in the place of an address that is not known. */
export const UNKNOWN_ADDRESS = 'unknown';

export const isAddress = (address: string): boolean => ipaddr.isValid(address);

/**
 * Returns an IPv4 address as it is, and the network of an IPv6 address, of which a client can choose the other bits freely.
 * Another text is returned unchanged.
 * @param bits length of the prefix of the network.
 */
export function getNetwork(address: string, bits = 64): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** Returns an address in its usual form; IPv4 addresses that are mapped to IPv6 are those of IPv4. */
export const normalizeAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : UNKNOWN_ADDRESS;
