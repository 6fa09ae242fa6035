const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name or address is this machine's own loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Where the API is to be reached. */
export interface Reach {
  /** The address that it listens on. */
  readonly host: string;
  /** Address by which callers reach it, where that is another. */
  readonly publicUrl?: string;
}

/** Whether others than this machine's own users can call, directly or through a proxy. */
export const isExposed = ({ host, publicUrl }: Reach): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
