import { z } from 'zod';
import { text } from './fields.ts';
import { nullish } from './record.ts';

/** What the statuses of errors mean. @assumed The specification's "Errors" shows no statuses. */
export const FAILURES = {
  400: 'The request is invalid. `details` lists the problems.',
  401: 'The API key is missing or invalid.',
  403: 'The API key, its plan or the resource does not allow this request.',
  404: 'The resource does not exist.',
  409: 'The request conflicts with the current state of the service.',
  413: 'The body or its file is too large.',
  415: 'The content type is not supported.',
  422: 'The file cannot be processed.',
  429: 'Too many requests.',
  500: 'Internal server error.',
} as const;
export type ErrorStatus = keyof typeof FAILURES;

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
      error: text('Kind of failure.'),
      message: text('Description of the failure.'),
      reason: text('Machine-readable reason.'),
      details: z.array(ErrorDetail).describe('Validation problems of the request.'),
    }),
  )
  .meta({ id: 'ErrorBody', description: 'Why a request failed.' });

export type ErrorBody = z.output<typeof ErrorBody>;
export type ErrorDetail = z.output<typeof ErrorDetail>;
