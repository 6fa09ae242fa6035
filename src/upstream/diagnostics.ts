import { type Endpoint, isTokenEndpoint } from '../contract/resource.ts';
import type { CallRequest } from '../policy/verdict.ts';
import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import type { UpstreamError } from './errors.ts';

/** Items of a list without an id, which are left out. `call` is the method and path template. */
export const omittedRecords = new DiagnosticEvent<{
  readonly call: string;
  readonly count: number;
}>('omitted-records');

/** The end of a call for one caller, after its last attempt. */
export interface CallEnd {
  /**
   * The id by which the upstream knows the call, also if it was made for another caller; undefined if it was not made.
   */
  readonly requestId: string | undefined;
  /** Name of the endpoint in the contract. */
  readonly key: string;
  /** Whether it may have changed a record. */
  readonly isWrite: boolean;
  /**
   * The ids of the records that it is about: those in its path, and that of one that it created. Without a success,
   * they may be any text.
   */
  readonly ids: readonly string[];
  /** Why it failed. */
  readonly error: UpstreamError | undefined;
}

/** Published in the asynchronous context of the caller. */
export const callEnds = new DiagnosticEvent<CallEnd>('call-end');

/** Publishes the end of a call: with what it returned, or why it failed. */
export function publishCallEnd(
  { key, endpoint }: { readonly key: string; readonly endpoint: Endpoint },
  { params }: CallRequest,
  {
    requestId,
    value,
    error,
  }: { readonly value?: unknown; readonly error?: UpstreamError } & Pick<CallEnd, 'requestId'>,
): void {
  const isWrite = !endpoint.isSafe && !isTokenEndpoint(endpoint);
  const ids = params ? Object.values(params) : [];
  const created: unknown = isWrite ? Object(value).id : undefined;
  if (typeof created === 'string' && !ids.includes(created)) ids.push(created);
  callEnds.publish({ key, isWrite, ids, requestId, error });
}

/** The circuit of the connection, for all callers, opened or closed. */
export interface CircuitChange {
  readonly isOpen: boolean;
  /** The failure that opened it. */
  readonly error?: unknown;
}

export const circuitChanges = new DiagnosticEvent<CircuitChange>('circuit');

/** One attempt of a call. */
export interface Attempt {
  /** Scheme, host and port of the upstream. */
  readonly origin: string;
  /** Method and path template. */
  readonly call: string;
  /** When it started, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Status of the complete response; undefined if there is none. */
  readonly status: number | undefined;
}

/** Published in the asynchronous context of the caller. */
export const attemptEnds = new DiagnosticEvent<Attempt>('attempt-end');
