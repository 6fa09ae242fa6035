/** Describes an address such as rediss://user:password@host:6379/0 without its credentials. */
export function describeAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `Redis at ${host || 'localhost'}${pathname === '/' ? '' : pathname}`;
}
