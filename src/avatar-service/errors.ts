import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import type { ErrorBody, ErrorDetail } from '../contract/error.ts';

/** A request that is refused; thrown anywhere, rendered once. The subclasses are the ways to refuse. */
export abstract class Refusal extends Error {
  abstract readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;

  constructor(message: string, details?: readonly ErrorDetail[]) {
    super(message);
    this.details = details;
  }
}

/** 400: the request breaks a rule. */
export class BadRequest extends Refusal {
  readonly status = 400;

  /** One rule, broken at `path` of the body, query or path parameters. */
  static at(path: readonly (string | number)[], message: string): BadRequest {
    return new BadRequest('The request is invalid.', [
      { path: [...path], message, code: 'custom' },
    ]);
  }

  /** All rules that a schema found broken. */
  static because({ issues }: z.ZodError): BadRequest {
    return BadRequest.for(issues);
  }

  /** The same of issues that were found otherwise. */
  static for(issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message' | 'code'>[]): BadRequest {
    const details = issues.map(({ path, message, code }) => ({
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
      message,
      code,
    }));
    return new BadRequest('The request is invalid.', details);
  }
}

/** 401: no key, or one that is unknown, revoked or expired. */
export class Unauthorized extends Refusal {
  readonly status = 401;
}

/** 403: the key's plan, or the thing itself, does not allow it. */
export class Forbidden extends Refusal {
  readonly status = 403;
}

/** 404: nothing has this id, or this path. */
export class NotFound extends Refusal {
  readonly status = 404;
}

/** 405: the path is there, and takes only the methods of `allow`. */
export class MethodNotAllowed extends Refusal {
  readonly status = 405;
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super(`This path supports only ${allow.join(', ')}.`);
    this.allow = allow;
  }
}

/** 408: the request did not go on. */
export class RequestTimeout extends Refusal {
  readonly status = 408;
}

/** 413: more bytes than are taken. */
export class PayloadTooLarge extends Refusal {
  readonly status = 413;
}

/** 415: content of a kind that is not taken. */
export class UnsupportedMediaType extends Refusal {
  readonly status = 415;
}

/** 416: the bytes asked for are beyond the end. */
export class RangeNotSatisfiable extends Refusal {
  readonly status = 416;
  /** Bytes that there are. */
  readonly size: number;

  constructor(size: number) {
    super(`There are only ${size} bytes.`);
    this.size = size;
  }
}

/** 422: well formed, and still not acceptable. */
export class Unprocessable extends Refusal {
  readonly status = 422;
}

/** 429: as much as is done at once is being done. */
export class Busy extends Refusal {
  readonly status = 429;
}

/** 501: what a live service does, and this one does not. */
export class NotImplemented extends Refusal {
  readonly status = 501;
}

/** The body of a failure, as the contract has it. */
export const errorBody = (
  status: number,
  message: string,
  details?: readonly ErrorDetail[],
): ErrorBody => ({
  error: STATUS_CODES[status] ?? 'Error',
  message,
  ...(details && { details: [...details] }),
});
