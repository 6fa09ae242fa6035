import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that only this machine or its own network can mean. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError' as const;
}

/** Whether an IP address, in any spelling, is a public one that packets of the internet are routed to. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
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
