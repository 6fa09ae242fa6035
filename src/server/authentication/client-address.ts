import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Length of an IPv6 prefix in bits. A client can choose the other bits freely. */
const NETWORK_BITS = 64;

/** An address with or without a port. An IPv6 address has a port only if it is in brackets. RFC 7239, section 6. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/** Removes the port that some proxies add to an address in X-Forwarded-For. */
function removePort(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** Returns the rate-limit subject of an address: an IPv4 address, or the /64 network of an IPv6 address. */
function getSubject(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`);
  return `${network.toString()}/${NETWORK_BITS}`;
}

/**
 * Creates a function that returns the rate-limit subject of a request's client address. X-Forwarded-For is trusted only
 * from `proxies`, which are addresses or networks such as 10.0.0.0/8 or loopback. A Request has no address.
 * @throws TypeError if one of `proxies` is not valid.
 */
export function createAddressReader(
  proxies: readonly string[],
): (request: IncomingMessage | Request) => string {
  const isProxy = proxyAddress.compile([...proxies]);
  const isTrusted = (address: string, hop: number) => isProxy(removePort(address), hop);
  return (request) =>
    'socket' in request
      ? getSubject(removePort(proxyAddress(request, isTrusted) ?? ''))
      : getSubject('');
}

/**
 * Creates a function that returns the subject of a connection limit; undefined for this machine and for `proxies`, whose
 * connections belong to many clients.
 * @throws TypeError if one of `proxies` is not an address or a network.
 */
export function createConnectionSubject(
  proxies: readonly string[],
): (address: string) => string | undefined {
  const isShared = proxyAddress.compile(['loopback', ...proxies]);
  return (address) => (isShared(address, 0) ? undefined : getSubject(address));
}
