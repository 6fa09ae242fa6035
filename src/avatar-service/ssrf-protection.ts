import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
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

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** What an address guard goes by; tests have other rules, and names of their own. */
interface AddressRules {
  /** Default: public addresses. */
  readonly isAllowed?: (address: string) => boolean;
  /** Default: the system's. */
  readonly resolve?: Resolve;
}

/** Keeps connections to allowed addresses. */
export interface SsrfProtection {
  /**
   * Refuses a host that is itself an address which is not allowed; names are judged when they are looked up.
   * @throws PrivateAddressError
   */
  checkHost(hostname: string): void;
  /** Looks a name up and refuses it if any of its addresses is not allowed; the connection goes to what was checked. */
  readonly lookup: LookupFunction;
}

/** Makes a guard: of public addresses, unless told otherwise. */
export function createSsrfProtection({
  isAllowed = isPublicAddress,
  resolve = systemLookup,
}: AddressRules = {}): SsrfProtection {
  return {
    checkHost: (hostname) => {
      const address = hostname.replace(/^\[(.*)\]$/, '$1');
      if (ipaddr.isValid(address) && !isAllowed(address)) throw new PrivateAddressError();
    },
    lookup: (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error) callback(error, '');
        else if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new PrivateAddressError(), '');
        } else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
    },
  };
}
