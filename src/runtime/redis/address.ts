/** Where a Redis is and who we are to it. */
interface Connection {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: object;
}

/** Takes apart an address such as rediss://user:password@host:6379/0. */
export function parseAddress(address: string): Connection {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  return {
    // An IPv6 address stands in brackets only in a URL.
    host: hostname.replace(/^\[|\]$/g, '') || 'localhost',
    port: Number(port) || 6379,
    db: Number(pathname.slice(1)) || 0,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}

/** The same as a person may be told of it: without user and password. */
export function describeAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `Redis at ${host || 'localhost'}${pathname === '/' ? '' : pathname}`;
}
