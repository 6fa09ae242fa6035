import { isObject } from '../shell/json-text.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Returns the ids of a persona's tools. The specification's persona has none; some services add `toolIds`, or whole
 * objects in `tools`.
 */
export function readToolIds({ toolIds, tools }: Record<string, unknown>): readonly string[] {
  const listedIds = Array.isArray(toolIds) ? toolIds : [];
  const embeddedIds = Array.isArray(tools) ? tools.map((tool) => isObject(tool) && tool.id) : [];
  return [...new Set([...listedIds, ...embeddedIds].filter(isText))];
}
