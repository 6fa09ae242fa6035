import { REDACTED } from '../contract/redact.ts';

/** Characters of a secret that are searched for. For all 4 KB of a long one, the search of a text of 1 MB takes seconds. */
const SEARCHED = 64;

/**
 * Replaces each occurrence of a secret in a text, also of the beginning of one, from 64 characters.
 * @param isKept tells by the characters before and after an occurrence whether it stays. Default: none stays.
 */
export function redactText(
  text: string,
  secret: string,
  isKept: (before: string | undefined, after: string | undefined) => boolean = () => false,
): string {
  if (secret === '') return text;
  const searched = secret.slice(0, SEARCHED);
  let redacted = '';
  let end = 0;
  for (let at = text.indexOf(searched); at >= 0; at = text.indexOf(searched, end)) {
    redacted += text.slice(end, at);
    end = at + searched.length;
    while (end - at < secret.length && text[end] === secret[end - at]) end += 1;
    redacted += isKept(text[at - 1], text[end]) ? text.slice(at, end) : REDACTED;
  }
  return redacted + text.slice(end);
}
