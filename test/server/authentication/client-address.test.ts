import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createAddressReader } from '../../../src/server/authentication/client-address.ts';

const createRequest = (remoteAddress: string, forwarded?: string) => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
};

/** What is tried, the trusted proxies, the address of the connection, X-Forwarded-For, and the address of the client. */
const CASES = `
  an IPv4 address is used as it is | | 203.0.113.9 | | 203.0.113.9
  an IPv4 address mapped to IPv6 is the same address | | ::ffff:203.0.113.9 | | 203.0.113.9
  an IPv6 address is in its shortest form | | 2001:0db8:1:2:aaaa:0:0:1 | | 2001:db8:1:2:aaaa::1
  X-Forwarded-For of an untrusted client is ignored | | 203.0.113.9 | 1.2.3.4 | 203.0.113.9
  X-Forwarded-For of a trusted proxy is used | loopback | 127.0.0.1 | 1.2.3.4 | 1.2.3.4
  the last address that is no trusted proxy is used | loopback 10.0.0.0/8 | 127.0.0.1 | 6.6.6.6, 1.2.3.4, 10.0.0.1 | 1.2.3.4
  the port of an IPv4 address is ignored | loopback | 127.0.0.1 | 1.2.3.4:5678 | 1.2.3.4
  the port of an IPv6 address is ignored | loopback | 127.0.0.1 | [2001:db8::1]:80 | 2001:db8::1
  the brackets of an IPv6 address are ignored | loopback | 127.0.0.1 | [2001:db8::1] | 2001:db8::1
  a trusted proxy with a port is recognized | 10.0.0.0/8 | 10.0.0.1 | 1.2.3.4:5, 10.0.0.2:6 | 1.2.3.4
  an invalid address in X-Forwarded-For is unknown | loopback | 127.0.0.1 | evil | unknown
`;

test.each(
  CASES.trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim())),
)('%s', (_, proxies = '', remote = '', forwarded = '', address = '') => {
  const read = createAddressReader(proxies.split(' ').filter(Boolean));
  expect(read(createRequest(remote, forwarded || undefined))).toBe(address);
});
