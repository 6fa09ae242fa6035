const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name or address is loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Word of CORS_ORIGINS for all origins of this machine, whatever their port. */
export const LOOPBACK_ORIGINS = 'loopback';

/** Creates the rule that `origins` states. Returns undefined if it allows no origin. */
export function createOriginRule(
  origins: readonly string[],
): ((origin: string) => boolean) | undefined {
  if (origins.length === 0) return undefined;
  const isLoopbackAllowed = origins.includes(LOOPBACK_ORIGINS);
  const isOfThisMachine = (origin: string) => {
    const url = URL.parse(origin);
    return /^https?:$/.test(url?.protocol ?? '') && isLoopback(url?.hostname ?? '');
  };
  return (origin) => origins.includes(origin) || (isLoopbackAllowed && isOfThisMachine(origin));
}

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
