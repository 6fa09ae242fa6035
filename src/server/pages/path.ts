/** Returns a request's path. `new URL` would take a considerable part of a request's time. */
export function readPath({ url }: Request): string {
  const begin = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.search(/[?#]/);
  return end === -1 ? url.slice(begin) : url.slice(begin, end);
}
