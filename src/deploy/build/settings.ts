import { z } from 'zod';
import { settingMetadata } from '../../runtime/config/setting-metadata.ts';
import { GROUPS } from '../../runtime/config/settings.ts';

/** A setting as documented. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly allowed: string;
  /** What applies if it is not set: a default value, or a description. */
  readonly absent: { readonly value: string } | { readonly words: string };
  /** An example, if there is no default. */
  readonly example: string;
  readonly common: boolean;
}

/** The metadata of a setting; the reference requires more of it than zod does. */
const DocumentedSetting = z.object({
  description: z.string(),
  allowed: z.string(),
  absent: z.string().optional(),
  example: z.string().default(''),
  common: z.boolean().default(false),
});

const Group = z.object({ properties: z.record(z.string(), DocumentedSetting) });

/** @throws Error if a setting has neither a default nor an `absent` description. */
function getAbsentValue(
  name: string,
  rule: z.ZodType,
  text: string | undefined,
): Setting['absent'] {
  if (text !== undefined) return { words: text };
  const value = rule.parse(undefined);
  if (value === undefined) throw new Error(`The default of ${name} is not described.`);
  return { value: String(value) };
}

function readGroup(group: z.ZodObject): Setting[] {
  const { properties } = Group.parse(
    z.toJSONSchema(group, { io: 'input', metadata: settingMetadata }),
  );
  return Object.entries(properties).map(([name, { absent, ...documentation }]) => ({
    name,
    ...documentation,
    absent: getAbsentValue(name, z.instanceof(z.ZodType).parse(group.shape[name]), absent),
  }));
}

/**
 * All settings by group, read from their zod schemas.
 * @throws ZodError if a setting has no description.
 */
export const settings: readonly (readonly [title: string, settings: readonly Setting[]])[] =
  Object.entries(GROUPS).map(([title, group]) => [title, readGroup(group)]);
