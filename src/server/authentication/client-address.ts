import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a network; the rest is one party's to choose. */
const NETWORK_BITS = 64;

/** What of an address counts as one party: all of an IPv4 one, the /64 network of an IPv6 one. */
function party(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`);
  return `${network.toString()}/${NETWORK_BITS}`;
}

/**
 * Makes the reader of callers' addresses. X-Forwarded-For is believed only of `proxies`, addresses or networks such as
 * 10.0.0.0/8 or loopback; without any it is ignored, because anyone can send it.
 * @throws TypeError where one of `proxies` is neither.
 */
export function createAddressReader(
  proxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile([...proxies]);
  return (request) => party(proxyAddress(request, isTrusted) ?? '');
}

/**
 * Makes the function that says whom a connection from an address stands for; undefined for this machine and for
 * `proxies`, who hold the connections of many.
 * @throws TypeError where one of `proxies` is neither an address nor a network.
 */
export function createConnectionSubject(
  proxies: readonly string[],
): (address: string) => string | undefined {
  const isMany = proxyAddress.compile(['loopback', ...proxies]);
  return (address) => (isMany(address, 0) ? undefined : party(address));
}
