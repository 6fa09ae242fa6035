import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser';
import { z } from 'zod/mini';
import { isObject, parseJson } from '../shell/json-text.ts';

// The page's content security policy forbids compiled checks.
z.config({ ...z.locales.en(), jitless: true });

/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const schema: z.ZodMiniType = z.lazy(() => z.pipe(z.transform(readBoolean), keywords));
const schemas = z.array(schema).check(z.minLength(1));
const namedSchemas = z.record(z.string(), schema);

/** A schema may be a boolean, which has no keywords to check. */
const readBoolean = (value: unknown) => (typeof value === 'boolean' ? {} : value);

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const type = z.enum(TYPES, `Must be one of ${TYPES.join(', ')}`);
const asList = (value: unknown) => (Array.isArray(value) ? value : [value]);
const size = z.optional(z.int().check(z.nonnegative()));
const number = z.optional(z.number());
const text = z.optional(z.string());

const isRegExp = (pattern: string) => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/** The keywords of JSON Schema, draft 2020-12, that tools use. Others are accepted. */
const keywords = z.looseObject({
  type: z.optional(z.pipe(z.transform(asList), z.array(type).check(z.minLength(1)))),
  title: text,
  description: text,
  format: text,
  enum: z.optional(z.array(z.unknown()).check(z.minLength(1))),
  pattern: z.optional(z.string().check(z.refine(isRegExp, 'Not a regular expression'))),
  properties: z.optional(namedSchemas),
  required: z.optional(z.array(z.string())),
  items: z.optional(schema),
  prefixItems: z.optional(schemas),
  additionalProperties: z.optional(schema),
  patternProperties: z.optional(namedSchemas),
  allOf: z.optional(schemas),
  anyOf: z.optional(schemas),
  oneOf: z.optional(schemas),
  not: z.optional(schema),
  $defs: z.optional(namedSchemas),
  minimum: number,
  maximum: number,
  minLength: size,
  maxLength: size,
  minItems: size,
  maxItems: size,
});

/** The arguments of a tool: an object, whose required properties exist. */
const parameters = z.pipe(
  keywords,
  z.looseObject({ type: z.optional(z.tuple([z.literal('object', 'Must be object')])) }),
);

/** The first required parameter that is not among the properties, with its index; undefined if there is none. */
function findUnknownRequired({ properties, required }: Record<string, unknown>) {
  const known = isObject(properties) ? properties : {};
  const names: unknown[] = Array.isArray(required) ? required : [];
  return [...names.entries()].find(([, name]) => !Object.hasOwn(known, String(name)));
}

/** Number of the line with the value at a path, or with the innermost value around it. */
function findLine(text: string, path: JSONPath): number {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, path);
  if (!node && path.length > 0) return findLine(text, path.slice(0, -1));
  return text.slice(0, node?.offset ?? 0).split('\n').length;
}

/** The path of an issue, as a name. A single type is checked as a list of one. */
const formatPath = (path: JSONPath) =>
  path.join('.').replace(/(^|\.)type\.0$/, '$1type') || 'the schema';

/** The parameters of a tool as typed: their names, or what is wrong and where. */
export type ParametersCheck =
  | { readonly names: readonly string[]; readonly message?: never }
  | { readonly message: string; readonly names?: never };

/** Checks the JSON Schema of a tool's parameters, as typed. */
export function checkParameters(typed: string): ParametersCheck {
  const { value, ...failure } = parseJson(typed);
  if ('message' in failure) return failure;
  if (!isObject(value)) return { message: 'Enter a JSON object: { … }.' };
  const { error } = parameters.safeParse(value);
  if (error) {
    const [issue] = error.issues;
    const path = issue?.path.map((key) => (typeof key === 'number' ? key : String(key))) ?? [];
    const place = `Line ${findLine(typed, path)}, ${formatPath(path)}`;
    return { message: `${place}: ${issue?.message ?? error.message}.` };
  }
  const unknown = findUnknownRequired(value);
  if (unknown) {
    const [index, name] = unknown;
    const line = findLine(typed, ['required', index]);
    return { message: `Line ${line}, required: ${name} is not in properties.` };
  }
  return { names: Object.keys(isObject(value.properties) ? value.properties : {}) };
}
