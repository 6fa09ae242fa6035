const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name or address is loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Where the API can be reached. */
export interface ApiAddress {
  /** The address listened on. */
  readonly host: string;
  /** The public address, if it differs. */
  readonly publicUrl?: string;
}

/** Whether other machines can reach the API, directly or through a proxy. */
export const isExposed = ({ host, publicUrl }: ApiAddress): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
