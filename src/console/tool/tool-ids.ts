import { isObject } from './tool-draft.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Ids of a persona's tools. The specification's persona has none; services that know of them name them in `toolIds`,
 * or spell them out in `tools`.
 */
export function toolIdsOf({ toolIds, tools }: Record<string, unknown>): readonly string[] {
  const named = Array.isArray(toolIds) ? toolIds : [];
  const spelledOut = Array.isArray(tools) ? tools.map((tool) => isObject(tool) && tool.id) : [];
  return [...new Set([...named, ...spelledOut].filter(isText))];
}
