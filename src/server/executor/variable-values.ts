import { versionInfo } from 'graphql';

/**
 * Returns coerced variables in the form that the installed graphql-js reads, also from `info`. Since version 17, it keeps
 * them beside their sources, which only arguments of fragments read.
 */
export const toVariableValues: (coerced: Record<string, unknown>) => Record<string, unknown> =
  versionInfo.major < 17 ? (coerced) => coerced : (coerced) => ({ coerced, sources: {} });
