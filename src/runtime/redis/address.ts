/** Connection options of the Redis client. */
interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: object;
}

/** Parses an address such as rediss://user:password@host:6379/0. */
export function parseAddress(address: string): RedisAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  return {
    // Only URLs put IPv6 addresses in brackets.
    host: hostname.replace(/^\[|\]$/g, '') || 'localhost',
    port: Number(port) || 6379,
    db: Number(pathname.slice(1)) || 0,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}

/** Describes an address without its credentials. */
export function describeAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `Redis at ${host || 'localhost'}${pathname === '/' ? '' : pathname}`;
}
