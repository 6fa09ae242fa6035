import proxyAddress from '@fastify/proxy-addr';
import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host name or address is this machine's own loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** The address of a service, without credentials or query; `what` says which in the sentence for a wrong one. */
export const webAddress = (what: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be ${what}, such as https://service.example` })
    .refine((value) => {
      const url = URL.parse(value);
      return url?.username === '' && url.password === '';
    }, 'must not hold a user name or password')
    .refine((value) => {
      const url = URL.parse(value);
      return url?.search === '' && url.hash === '';
    }, 'must not hold a query or fragment');

/** A web address that is asked for something which must not be tampered with on the way. */
export const safeWebAddress = (what: string) =>
  webAddress(what).refine((value) => {
    const url = URL.parse(value);
    return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
  }, 'must begin with https');

/** A whole number from `min` to `max`; `unit` is what it counts. */
export const whole = (min: number, max: number, unit = '') =>
  z.coerce
    .number(`must be a number${unit && ` of ${unit}`}`)
    .int(`must be a whole number${unit && ` of ${unit}`}`)
    .min(min, `must be from ${min} to ${max}`)
    .max(max, `must be from ${min} to ${max}`);

/** true or false. */
export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

/** The address of a Redis. The client would take options out of a query, so there is none. */
export const redisAddress = z
  .url({
    protocol: /^rediss?$/,
    error: 'must be an address such as redis://user:password@host:6379/0',
  })
  .refine((value) => {
    const url = URL.parse(value);
    return /^\/?\d{0,4}$/.test(url?.pathname ?? '') && url?.search === '' && url.hash === '';
  }, 'must hold nothing behind the number of the database')
  .refine((value) => {
    try {
      const { username, password } = new URL(value);
      return decodeURIComponent(username + password) !== undefined;
    } catch {
      return false;
    }
  }, 'must have what is special in its user and password percent-encoded');

/** Words with commas between them, each by a rule. */
export const list = (rule: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(rule));

/** An origin as browsers send it. */
export const origin = z
  .string()
  .refine((value) => URL.parse(value)?.origin === value && /^https?:/.test(value), {
    error: 'must be origins such as https://app.example.com, without a path',
  });

/** An address or network of proxies. */
export const proxy = z.string().refine(
  (value) => {
    try {
      proxyAddress.compile(value);
      return true;
    } catch {
      return false;
    }
  },
  { error: 'must be addresses or networks such as 10.0.0.0/8, or loopback' },
);
