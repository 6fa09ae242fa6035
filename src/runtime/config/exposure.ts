import { isLoopback, LOOPBACK_ORIGINS } from '../../shared/loopback.ts';

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

export interface ApiAddress {
  /** The address listened on. */
  readonly host: string;
  /** The public address, if it differs. */
  readonly publicUrl?: string | undefined;
}

/** Whether other machines can reach the API, directly or through a proxy. */
export const isExposed = ({ host, publicUrl }: ApiAddress): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
