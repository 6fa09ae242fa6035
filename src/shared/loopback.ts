const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Word of CORS_ORIGINS for all origins of this machine, whatever their port. */
export const LOOPBACK_ORIGINS = 'loopback';

/** Whether an address uses https, or another protocol only on this machine. */
export function isHttpsOrLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}
