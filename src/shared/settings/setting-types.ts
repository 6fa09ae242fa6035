import { z } from 'zod';
import { isHttpsOrLoopback, isWebOrigin } from '../loopback.ts';
import { Secret } from '../secret.ts';
import { settingMetadata } from './setting.ts';

/** Any text; `allowed` describes it. */
export const text = (allowed: string) => z.string().register(settingMetadata, { allowed });

/** An http or https address without credentials or query; `what` names it in error messages. */
export const webAddress = (what: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be ${what}, an absolute http or https URL` })
    .refine((value) => {
      const url = URL.parse(value);
      return url?.username === '' && url.password === '';
    }, 'must not contain a user name or password')
    .refine((value) => {
      const url = URL.parse(value);
      return url?.search === '' && url.hash === '';
    }, 'must not contain a query or fragment')
    .register(settingMetadata, {
      allowed: 'an http or https URL without query',
    });

/** An address that must use https, except on loopback. */
export const httpsAddress = (what: string) =>
  webAddress(what)
    .refine(isHttpsOrLoopback, 'must start with https')
    .register(settingMetadata, { allowed: 'an https URL; http only for loopback' });

/** A number from `min` to `max`, in `unit`. */
const amount = (min: number, max: number, unit: string) => {
  const error = `must be a number of ${unit} from ${min} to ${max}`;
  return z.coerce
    .number(error)
    .min(min, error)
    .max(max, error)
    .register(settingMetadata, { allowed: `${min} to ${max}` });
};

/** An integer from `min` to `max`, in `unit`. */
export const integer = (min: number, max: number, unit = '') => {
  const error = `must be an integer${unit && ` of ${unit}`} from ${min} to ${max}`;
  return z.coerce
    .number(error)
    .int(error)
    .min(min, error)
    .max(max, error)
    .register(settingMetadata, { allowed: `integer, ${min} to ${max}` });
};

/** Seconds from `min` to `max`. The value is in milliseconds. */
export const seconds = (min: number, max: number) =>
  amount(min, max, 'seconds').transform((value) => value * 1000);

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .register(settingMetadata, { allowed: '`true` or `false`' })
  .transform((value) => value === 'true' || value === '1');

export const oneOf = <const Word extends string>(first: Word, ...others: readonly Word[]) => {
  const all = [first, ...others];
  const listed = `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
  const allowed = listed.replace(/(?<![a-z])[a-z]+(?=,| or|$)/g, '`$&`');
  return z.enum(all, { error: `must be ${listed}` }).register(settingMetadata, { allowed });
};

/** A secret shared with other parties. */
export const sharedSecret = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long')
  .register(settingMetadata, { allowed: 'at least 32 bytes' });

/** A comma-separated list. `rule` parses each item; `allowed` describes them. */
export const list = (rule: z.ZodType<string, string>, allowed: string) =>
  z
    .string()
    .register(settingMetadata, { allowed: `comma-separated ${allowed}` })
    .transform((words): readonly string[] => words.split(',').map((word) => word.trim()))
    .pipe(z.array(rule).readonly());

/** A text that is wrapped in a Secret after validation. */
export const secret = (rule: z.ZodType<string, string>) =>
  rule.transform((value) => new Secret(value));

/** A key or token of printable ASCII characters. */
export const printableSecret = secret(
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must consist of printable ASCII characters without spaces')
    .register(settingMetadata, { allowed: 'printable ASCII without spaces' }),
);

/** An origin that uses https, except on loopback. */
export const httpsOrigin = z
  .string()
  .refine(
    (value) => isWebOrigin(value) && !value.includes('*') && isHttpsOrLoopback(value),
    'must be an https origin such as https://id.example.com, without a path',
  )
  .register(settingMetadata, { allowed: 'an https origin; http only for loopback' });
