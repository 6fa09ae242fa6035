/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the value of a claim; undefined if it is missing. A name with a leading slash is a JSON Pointer (RFC 6901). */
export function readClaim(claims: Claims, name: string): unknown {
  const keys = name.startsWith('/')
    ? name
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [name];
  let value: unknown = claims;
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** A value that a claim can have or contain. */
export type Scalar = string | number | boolean;

/**
 * Whether a claim is one of some values, or a list with one of them. Texts are never split, and types never converted.
 */
export const hasClaim = (
  claims: Claims,
  name: string,
  values: Scalar | readonly Scalar[],
): boolean => {
  const claim = readClaim(claims, name);
  const present: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return [values].flat().some((value) => present.includes(value));
};
