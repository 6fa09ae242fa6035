import { z } from 'zod';
import { tolerant } from './record.ts';

/** A path as a list of keys, from whichever way a service writes it: a list, or keys joined by dots. */
const asPath = (path: unknown) =>
  typeof path === 'string' ? path.split('.').filter((key) => key !== '') : (path ?? []);

/** One violated rule of a request: where in the body, path or query it is, and what is wrong. */
export const ErrorDetail = z.object({
  path: z.preprocess(asPath, z.array(z.union([z.string(), z.number()]))),
  message: z.string(),
  code: z.string().catch('custom'),
});

/**
 * The body of a failure.
 * @assumed The specification shows no error body. Readers take `message`, else `error`, else the status text.
 */
export const ErrorBody = z.looseObject({
  error: tolerant(z.string()).describe('Kind of failure.'),
  message: tolerant(z.string()).describe('Description of the failure.'),
  reason: tolerant(z.string()).describe('Machine-readable reason.'),
  details: tolerant(z.array(ErrorDetail)).describe('Validation problems of the request.'),
});

export type ErrorBody = z.output<typeof ErrorBody>;
export type ErrorDetail = z.output<typeof ErrorDetail>;
