import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { getNetwork, normalizeAddress, UNKNOWN_ADDRESS } from '../../shared/address-network.ts';

/** An address with or without a port. An IPv6 address has a port only if it is in brackets. RFC 7239, section 6. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/** Removes the port that some proxies add to an address in X-Forwarded-For. */
function removePort(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/**
 * Creates a function that returns a request's client address, or `unknown`. X-Forwarded-For is trusted only
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
      ? normalizeAddress(removePort(proxyAddress(request, isTrusted) ?? ''))
      : UNKNOWN_ADDRESS;
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
  return (address) => (isShared(address, 0) ? undefined : getNetwork(normalizeAddress(address)));
}
