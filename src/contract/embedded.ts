import { type Extension, resources } from './api.ts';
import { isJsonObject } from './record.ts';

/** Keys under which a record contains records of other resources, as an object or a list of objects. */
const EMBEDDED = new Map<string, Extension>(
  Object.entries(resources).flatMap(([name, { plural, group }]) => [
    [name, group],
    [plural, group],
  ]),
);

const containsObject = (value: unknown) =>
  isJsonObject(value) || (Array.isArray(value) && value.some((item) => typeof item === 'object'));

/**
 * Returns JSON without the records of resources that the caller cannot read, at every depth. Ids of such records remain.
 * Recursive: limit the depth first.
 */
export function omitEmbedded(value: unknown, canRead: (resource: Extension) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => omitEmbedded(item, canRead));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, child]) => {
    const resource = EMBEDDED.get(key);
    return resource === undefined || canRead(resource) || !containsObject(child);
  });
  return Object.fromEntries(kept.map(([key, child]) => [key, omitEmbedded(child, canRead)]));
}
