import { z } from 'zod';
import { SECTIONS } from '../../runtime/config/settings.ts';
import { listSettings, settingMetadata } from '../../shared/settings/setting.ts';

/** A setting as documented. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly allowed: string;
  /** What applies if it is not set: a default value, or a description. */
  readonly absent: { readonly value: string } | { readonly words: string };
  /** An example value; the default, if there is one. */
  readonly example: string;
  readonly common: boolean;
}

/** The metadata of a setting; the reference requires more of it than zod does. */
const DocumentedSetting = z.object({
  name: z.string(),
  description: z.string(),
  allowed: z.string(),
  default: z
    .union([z.string(), z.number(), z.boolean()])
    .transform(String)
    .optional()
    .catch(undefined),
  absent: z.string().optional(),
  otherwise: z.string().optional(),
  example: z.string().optional(),
  common: z.boolean().default(false),
});

/** @throws Error if a setting has neither a default nor an `absent` description. */
function readSetting(rule: z.core.$ZodType): Setting {
  const {
    default: value,
    absent,
    otherwise,
    example,
    ...documentation
  } = DocumentedSetting.parse(z.toJSONSchema(rule, { io: 'input', metadata: settingMetadata }));
  const words = otherwise ? `\`${value}\`, or ${otherwise}` : absent;
  if (words !== undefined) {
    return { ...documentation, absent: { words }, example: example ?? value ?? '' };
  }
  if (value === undefined)
    throw new Error(`The default of ${documentation.name} is not described.`);
  return { ...documentation, absent: { value }, example: value };
}

/**
 * All settings by section, read from their zod schemas.
 * @throws ZodError if a setting has no description.
 */
export const settings: readonly (readonly [title: string, settings: readonly Setting[]])[] =
  Object.entries(SECTIONS).map(([title, section]) => [
    title,
    listSettings(section).map(readSetting),
  ]);
