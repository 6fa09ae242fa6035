import { z } from 'zod';
import { settingMetadata } from '../../runtime/config/setting-metadata.ts';
import { GROUPS } from '../../runtime/config/settings.ts';

/** A setting as a person is told of it. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly allowed: string;
  /** What holds where it is left out: a value, or words that say so. */
  readonly absent: { readonly value: string } | { readonly words: string };
  /** A value as it might be, where the setting has no default. */
  readonly example: string;
  readonly common: boolean;
}

/** All that is known of a setting; the reference wants more of it than a rule alone has to say. */
const Told = z.object({
  description: z.string(),
  allowed: z.string(),
  absent: z.string().optional(),
  example: z.string().default(''),
  common: z.boolean().default(false),
});

const Group = z.object({ properties: z.record(z.string(), Told) });

/** @throws Error where nothing says what holds without the setting. */
function absentOf(name: string, rule: z.ZodType, words: string | undefined): Setting['absent'] {
  if (words !== undefined) return { words };
  const value = rule.parse(undefined);
  if (value === undefined) throw new Error(`Nothing says what holds without ${name}.`);
  return { value: String(value) };
}

function settingsOf(group: z.ZodObject): Setting[] {
  const { properties } = Group.parse(
    z.toJSONSchema(group, { io: 'input', metadata: settingMetadata }),
  );
  return Object.entries(properties).map(([name, { absent, ...told }]) => ({
    name,
    ...told,
    absent: absentOf(name, z.instanceof(z.ZodType).parse(group.shape[name]), absent),
  }));
}

/**
 * Every setting by what it is about, read from the rules that the settings are parsed by.
 * @throws ZodError where one is not described.
 */
export const settings: readonly (readonly [title: string, settings: readonly Setting[]])[] =
  Object.entries(GROUPS).map(([title, group]) => [title, settingsOf(group)]);
