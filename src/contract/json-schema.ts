import { z } from 'zod';
import { isJsonObject } from './record.ts';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const SINGLE = ['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions'];

type Path = readonly (string | number)[];

/** A place in a schema, and what is wrong there. */
type Problem = readonly [path: Path, problem: string];

const RequiredNames = z.array(z.string());

function* findProblemsOf(keyword: string, value: unknown, path: Path): Generator<Problem> {
  // `items` was a list before draft 2020-12.
  if (LISTS.includes(keyword) || (keyword === 'items' && Array.isArray(value))) {
    if (!Array.isArray(value)) yield [path, 'must be a list of JSON Schemas'];
    else for (const [index, item] of value.entries()) yield* findProblems(item, [...path, index]);
  } else if (NAMED.includes(keyword)) {
    if (!isJsonObject(value)) yield [path, 'must be an object of JSON Schemas'];
    else
      for (const [name, item] of Object.entries(value)) yield* findProblems(item, [...path, name]);
  } else if (SINGLE.includes(keyword)) yield* findProblems(value, path);
  else if (keyword === 'type' && ![value].flat().every((type) => TYPES.some((one) => one === type)))
    yield [path, `must be one of ${TYPES.join(', ')}`];
  else if (keyword === 'required' && !RequiredNames.safeParse(value).success)
    yield [path, 'must be a list of names'];
}

/** Finds what is wrong with a JSON Schema: its types, the names that are required, and the schemas in it. */
function* findProblems(schema: unknown, path: Path): Generator<Problem> {
  if (isJsonObject(schema)) {
    for (const [keyword, value] of Object.entries(schema))
      yield* findProblemsOf(keyword, value, [...path, keyword]);
  } else if (typeof schema !== 'boolean') yield [path, 'must be a JSON Schema'];
}

/** The parameters of a tool: a JSON Schema of an object, whose properties the LLM passes. */
export const ToolParameters = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  const { type = 'object' } = schema;
  const isObject = [type].flat().includes('object');
  const [first] = isObject ? findProblems(schema, []) : [[['type'], 'must be object'] as const];
  if (!first) return;
  const [path, problem] = first;
  const message = `${path.join('.')} ${problem}.`;
  context.addIssue({ code: 'custom', path: [...path], message });
});
