import { expect, test } from 'vitest';
import { getNetwork } from '../../src/shared/address-network.ts';

test.each([
  ['an IPv6 address', '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2::/64'],
  ['another one of its network', '2001:db8:1:2:bbbb::2', undefined, '2001:db8:1:2::/64'],
  ['a network that a provider assigns', '2001:db8:1:2:aaaa::1', 48, '2001:db8:1::/48'],
  ['an IPv4 address', '203.0.113.9', 48, '203.0.113.9'],
  ['an address that is not known', 'unknown', undefined, 'unknown'],
])('%s counts as its network', (_, address, bits, network) => {
  expect(getNetwork(address, bits)).toBe(network);
});
