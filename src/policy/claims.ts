import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../contract/record.ts';
import type { Claims } from './issuer-schema.ts';

/** Conditions on claims, as the file has them. */
export type Conditions = z.output<typeof Claims>;

/** Returns a member of an object or a list by its own key; undefined if there is none. */
function getMember(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns a claim by its name, or by a JSON Pointer (RFC 6901) if the name starts with `/`. */
export function readClaim(claims: JsonObject, name: string): unknown {
  if (!name.startsWith('/')) return getMember(claims, name);
  return name
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(getMember, claims);
}

/** Whether a claim is one of the values, or a list with one. Texts are never split. */
const hasValue = (claim: unknown, values: readonly unknown[]) =>
  values.some((value) => (Array.isArray(claim) ? claim.includes(value) : claim === value));

/** Whether claims meet all conditions. A missing claim meets none. */
export const fulfils = (claims: JsonObject, conditions: Conditions): boolean =>
  Object.entries(conditions).every(([name, values]) =>
    hasValue(readClaim(claims, name), [values].flat()),
  );
