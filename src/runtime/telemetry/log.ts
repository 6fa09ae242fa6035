import { createHmac } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode } from '../../shared/thrown-errors.ts';
import type { Config } from '../config/config.ts';

/** The structured log. Fields never contain variables, keys or tokens. */
export interface Log {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  /** Whether a level is logged. Avoids building fields that are not logged. */
  isLevelEnabled(level: 'error' | 'warn' | 'info'): boolean;
}

/** Maximum depth of nested causes. */
const MAX_CAUSES = 5;

/** Serializes an error. Other properties that libraries add may contain anything, so they are omitted. */
function serializeError(error: unknown, causes = MAX_CAUSES): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = getErrorCode(error);
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    stack,
    ...(cause !== undefined && causes > 0 && { cause: serializeError(cause, causes - 1) }),
  };
}

/** Creates a log of JSON lines, by default on standard error. Standard output is for messages to a person. */
export const createLog = (
  level: Config['observability']['logLevel'],
  destination?: Writable,
): Log =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => serializeError(error) },
    },
    destination ?? pino.destination(2),
  );

/** Number of rejected origins that a process logs. Clients choose them. */
const MAX_LOGGED_ORIGINS = 20;

/** Creates a function that logs each rejected origin once. */
export function createOriginLogger(log: Log): (origin: string) => void {
  const logged = new Set<string>();
  return (origin) => {
    if (logged.has(origin) || logged.size >= MAX_LOGGED_ORIGINS) return;
    logged.add(origin);
    log.warn({ origin }, 'pages of this origin may not call the API: see CORS_ORIGINS');
  };
}

/** Interval of log lines about repeated events, in milliseconds. */
const REPEAT_INTERVAL = 60_000;

/** Creates a function that says, at most once a minute, that a repeated event is to be logged. */
export function createLogThrottle(): () => boolean {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - loggedAt < REPEAT_INTERVAL) return false;
    loggedAt = now;
    return true;
  };
}

/** Ids that are no text of a client. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ids of other forms. */
const NAME = /^[\w.:-]{1,128}$/;

/**
 * Whether the id of a record may be written to a log. Clients can send any text as one, such as a key that is in the wrong
 * place; the upstream knows those of calls that succeed.
 */
export const isLoggable = (id: string, hasSucceeded: boolean): boolean =>
  (hasSucceeded ? NAME : UUID).test(id);

/** Names callers in the log and the audit by an HMAC of their ids. Without a secret, they stay unnamed. */
export const createSubjectHash =
  (secret: Secret | undefined) =>
  (id: string | undefined): string | undefined =>
    id === undefined || !secret
      ? undefined
      : createHmac('sha256', secret.reveal()).update(id).digest('base64url');
