import { pino } from 'pino';

/** How much is logged: `info` has a line for every operation. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured lines for the operator. Fields never hold variables, keys or tokens. */
export interface Log {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  /** Whether lines of a level are written, where it would be a waste to put one together for nothing. */
  isLevelEnabled(level: 'error' | 'warn' | 'info'): boolean;
}

/** Causes of causes that are told, at most. */
const MAX_CAUSES = 5;

/** An error by its own words and where it arose. What libraries hang on errors besides may hold anything, so it stays out. */
function describe(error: unknown, causes = MAX_CAUSES): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code: unknown = Reflect.get(error, 'code');
  return {
    type: name,
    message,
    ...(typeof code === 'string' && { code }),
    stack,
    ...(cause !== undefined && causes > 0 && { cause: describe(cause, causes - 1) }),
  };
}

/** A log in JSON lines on standard error; standard output is for what a person started. */
export const createLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => describe(error) },
    },
    pino.destination(2),
  );
