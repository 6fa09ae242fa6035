import { z } from 'zod';

/** Name of a setting in the environment, and its documentation besides its zod schema. */
export interface SettingMetadata {
  readonly name?: string;
  /** The meaning, in one or more sentences. */
  readonly description?: string;
  /** Allowed values, in words. Most setting types define it. */
  readonly allowed?: string;
  /** What applies if it is not set. Only without a default value. */
  readonly absent?: string;
  /** Another default, and when it applies. Only with a default value. */
  readonly otherwise?: string;
  readonly example?: string;
  /** Whether the reference names it among those that are most used. */
  readonly common?: boolean;
}

/** Metadata by zod schema. The settings reference is generated from it. */
export const settingMetadata = z.registry<SettingMetadata>();

/** Declares the setting `name`, a member of a group. Its default stands in its schema only. */
export function setting<Rule extends z.ZodType>(
  name: string,
  rule: Rule,
  metadata: Omit<SettingMetadata, 'name'>,
): Rule {
  settingMetadata.add(rule, { name, ...metadata });
  return rule;
}

/** Returns the name of a setting; an empty string if it has none. */
export const getName = (rule: z.core.$ZodType | undefined): string =>
  (rule instanceof z.ZodType && settingMetadata.get(rule)?.name) || '';

/** Lists the settings of a group and of the groups in it. */
export const listSettings = ({ shape }: z.ZodObject): z.core.$ZodType[] =>
  Object.values(shape)
    .flatMap((rule) => (rule instanceof z.ZodObject ? listSettings(rule) : [rule]))
    .filter(getName);

type Environment = Readonly<Record<string, string | undefined>>;

/** Selects the input of a group, and of the groups in it, from an environment. An empty setting counts as not set. */
export function selectInput({ shape }: z.ZodObject, env: Environment): Record<string, unknown> {
  const entries = Object.entries(shape).map(([key, rule]) => [
    key,
    rule instanceof z.ZodObject ? selectInput(rule, env) : env[getName(rule)] || undefined,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns the values of a group if nothing is set. */
export const getDefaults = <Group extends z.ZodObject>(group: Group): z.output<Group> =>
  group.parse(selectInput(group, {}));
