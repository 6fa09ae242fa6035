import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that only this machine or its own network can mean. */
class PrivateAddressError extends Error {
  override name = 'PrivateAddressError' as const;
}

/** All that is routed of IPv6, which leaves out spellings of IPv4 addresses such as ::7f00:1. RFC 4291, 2.4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, in any spelling, is a public one that packets of the internet are routed to. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  // NAT64: the last four bytes are the IPv4 address that the packets go on to. RFC 6052.
  if (parsed.range() === 'rfc6052') {
    return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
  }
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}

/**
 * Refuses a host that is itself a private address; names are judged when they are looked up.
 * @throws PrivateAddressError
 */
export function checkHost(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address) && !isPublicAddress(address)) throw new PrivateAddressError();
}

/** Looks a name up and refuses it if any of its addresses is private; the connection goes to what was checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error) callback(error, '');
    else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new PrivateAddressError(), '');
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
