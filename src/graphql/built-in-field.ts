import type { JsonObject } from '../contract/record.ts';

/** Creates the options of the field `isBuiltIn` of resources whose records name the account that created them. */
export const createBuiltInField = (noun: string) =>
  ({
    nullable: false,
    description: `Whether the ${noun} is built in and cannot be changed. True if the upstream returns null as the account that created it.`,
    // Without the field, the record counts as the caller's own.
    resolve: ({ record }: { readonly record: JsonObject }) =>
      record.createdByOrganizationId === null,
  }) as const;
