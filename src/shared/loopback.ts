const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Word of CORS_ORIGINS for all origins of this machine, whatever their port. */
export const LOOPBACK_ORIGINS = 'loopback';

/** Whether a text is the origin of web pages, in the form that browsers send. */
export const isWebOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.parse(text)?.origin === text;

/** Whether an address uses https, or another protocol only on this machine. */
export function isHttpsOrLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}
