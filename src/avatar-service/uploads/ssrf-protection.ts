import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** A host resolves to an IP address that is not allowed. */
class PrivateAddressError extends Error {
  override name = 'PrivateAddressError' as const;
}

/** Global unicast addresses. Excludes IPv4-compatible addresses such as ::7f00:1. RFC 4291, 2.4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The virtual address of a cloud's host, which serves its own machines only, although its range is public. */
const CLOUD_HOST = '168.63.129.16';

/** Whether an IP address, in any notation, is public. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === 'unicast' && parsed.toString() !== CLOUD_HOST;
  }
  // NAT64: the last four bytes are the IPv4 address of the destination. RFC 6052.
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

/** Milliseconds to connect. With HTTP/2, the fetches of several clients would share a connection. */
export const CONNECT_OPTIONS = { timeout: 5_000, allowH2: false };

interface ConnectorOptions {
  /** Which IP addresses are allowed. Default: public addresses. */
  readonly isAllowed?: (address: string) => boolean;
  /** Resolves host names. Default: the resolver of the system. */
  readonly resolve?: Resolve;
}

/**
 * Creates a connector that connects only to allowed IP addresses, also after redirects. A host name is resolved once:
 * none of its addresses may be private, and the connection uses them.
 */
export function createGuardedConnector({
  isAllowed = isPublicAddress,
  resolve = systemLookup,
}: ConnectorOptions = {}): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '');
      else if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new PrivateAddressError(), '');
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ ...CONNECT_OPTIONS, lookup });
  return (options, callback) => {
    // `lookup` is not called for addresses.
    const address = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (ipaddr.isValid(address) && !isAllowed(address)) callback(new PrivateAddressError(), null);
    else connect(options, callback);
  };
}
