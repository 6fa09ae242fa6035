import { z } from 'zod';
import { nullish } from './record.ts';

/** A validation problem: its location in the body, path or query, and the message. */
export const ErrorDetail = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  code: z.string(),
});

/** `reason` of a 403 because of the plan, in the built-in avatar service. */
export const PLAN_REQUIRED = 'plan_required';

/**
 * The body of an error response.
 * @assumed The specification shows no error body. Readers take `message`, else `error`, else the status text.
 */
export const ErrorBody = z
  .object(
    nullish({
      error: z.string().describe('Kind of failure.'),
      message: z.string().describe('Description of the failure.'),
      reason: z.string().describe('Machine-readable reason.'),
      details: z.array(ErrorDetail).describe('Validation problems of the request.'),
    }),
  )
  .meta({ id: 'ErrorBody', description: 'Why a request failed.' });

export type ErrorBody = z.output<typeof ErrorBody>;
export type ErrorDetail = z.output<typeof ErrorDetail>;
