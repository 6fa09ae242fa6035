import { errors as undici } from 'undici';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { DecodingError } from './content-decoding.ts';
import { isTimeoutError } from './deadline.ts';
import {
  AbortedError,
  ConnectionError,
  InvalidResponseError,
  ResponseTooLargeError,
  RestError,
  TimeoutError,
  type TimeoutPhase,
} from './errors.ts';

/** The state of a call when it fails. */
export interface FailedCall {
  /** Method and path template. */
  readonly call: string;
  /** The caller's signal. */
  readonly signal: AbortSignalLike | undefined;
  readonly maxResponseBytes: number;
  /** What the call waits for. */
  readonly phase: TimeoutPhase;
}

/** Converts any error of a call to the RestError that the client throws. */
export function toRestError(
  error: unknown,
  { call, signal, maxResponseBytes, phase }: FailedCall,
): RestError {
  if (error instanceof RestError) return error;
  if (signal?.aborted) {
    return isTimeoutError(signal.reason)
      ? new TimeoutError(call, 'operation', error)
      : new AbortedError(call, error);
  }
  if (error instanceof DecodingError) {
    return new InvalidResponseError(call, 'its content coding cannot be decoded');
  }
  // The deadline covers responses. Headers have a timeout only while a proxy opens a tunnel.
  if (error instanceof undici.ConnectTimeoutError || error instanceof undici.HeadersTimeoutError)
    return new TimeoutError(call, 'connect', error);
  if (error instanceof undici.ResponseExceededMaxSizeError) {
    return new ResponseTooLargeError(call, maxResponseBytes);
  }
  return isTimeoutError(error)
    ? new TimeoutError(call, phase, error)
    : new ConnectionError(call, error);
}
