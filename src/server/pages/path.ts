/** A request's path; `new URL` would tell it, too, for a good part of what a request may cost. */
export function readPath({ url }: Request): string {
  const begin = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.search(/[?#]/);
  return end === -1 ? url.slice(begin) : url.slice(begin, end);
}
