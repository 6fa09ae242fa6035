/**
 * Whether a record says that no account created it. Upstreams refuse to change such records. A record that does not say
 * counts as the caller's own.
 */
export const isBuiltIn = (record: Readonly<Record<string, unknown>>): boolean =>
  record.createdByOrganizationId === null;
