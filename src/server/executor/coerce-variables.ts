import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
  valueFromAST,
  versionInfo,
} from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { isObjectLike } from 'graphql/jsutils/isObjectLike.js';

import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { IssueCode } from '../../graphql/issue-codes.ts';
import { getCode, type Path } from '../../graphql/value-problem.ts';

/** A value that its type does not accept. */
export interface VariableProblem {
  readonly definition: VariableDefinitionNode;
  /** Path in the variable. */
  readonly path: Path;
  readonly code: IssueCode;
  readonly reason: string;
}

/** Maximum number of problems that are reported. */
const MAX_PROBLEMS = 50;

/** Maximum length of a key in a path. Clients may send any. */
const MAX_KEY = 256;

/** What a value must be, by the name of its type. */
const REASONS: Readonly<Record<string, string>> = {
  Boolean: 'Must be true or false.',
  DateTime: 'Must be a date and time, such as 2026-01-31T12:00:00Z.',
  Float: 'Must be a number.',
  ID: 'Must be a string or an integer.',
  Int: 'Must be an integer of at most 32 bits.',
  JSONObject: 'Must be an object, not too large.',
  Secret: 'Must be a string.',
  String: 'Must be a string.',
  Upload: 'Must be a file sent with a GraphQL multipart request.',
  URL: 'Must be a string.',
};

const suggest = (text: string, names: readonly string[]) =>
  didYouMean(suggestionList(text.slice(0, MAX_KEY), names)).trimStart();

function describeType(type: GraphQLScalarType | GraphQLEnumType, value: unknown): string {
  if (!isEnumType(type)) return REASONS[type.name] ?? `Must be a value of the type ${type.name}.`;
  const names = type.getValues().map(({ name }) => name);
  return `Must be a value of the enum ${type.name}. ${typeof value === 'string' ? suggest(value, names) : ''}`.trimEnd();
}

const hasSecret = (type: GraphQLInputObjectType) =>
  Object.values(type.getFields()).some((field) => getNamedType(field.type).name === 'Secret');

/** A place in a variable, where problems can be reported. No text contains a value, because it could be a secret. */
class Place {
  readonly #definition: VariableDefinitionNode;
  readonly #problems: VariableProblem[];
  readonly #path: Path;

  constructor(definition: VariableDefinitionNode, problems: VariableProblem[], path: Path = []) {
    this.#definition = definition;
    this.#problems = problems;
    this.#path = path;
  }

  at(key: string | number): Place {
    return new Place(this.#definition, this.#problems, [...this.#path, key]);
  }

  /** Whether nothing more is reported: then no text is made. */
  get #isFull(): boolean {
    return this.#problems.length === MAX_PROBLEMS;
  }

  report(code: IssueCode, reason: string): undefined {
    if (this.#isFull) return;
    this.#problems.push({ definition: this.#definition, path: this.#path, code, reason });
  }

  /** Reports a value of the wrong type. */
  reportType(type: GraphQLScalarType | GraphQLEnumType, value: unknown): undefined {
    if (this.#isFull) return;
    this.report(getCode(type, typeof value === 'string'), describeType(type, value));
  }

  /** Reports a key that a type does not have. Beside a secret, the key itself could be one. */
  reportUnknown(type: GraphQLInputObjectType, key: string): undefined {
    if (this.#isFull) return;
    const place = hasSecret(type) ? this : this.at(key.slice(0, MAX_KEY));
    const suggestion = suggest(key, Object.keys(type.getFields()));
    place.report('UNKNOWN_FIELD', `Unknown field. ${suggestion}`.trimEnd());
  }
}

/**
 * Coerces a value as graphql-js does. Returns undefined if the value is invalid.
 * @param place where the value is, to report its problems. Without it, the first problem ends the coercion.
 */
type Coerce = (value: unknown, place?: Place) => unknown;

const objectCoercions = new WeakMap<GraphQLInputObjectType, Coerce>();

function createObjectCoercion(type: GraphQLInputObjectType): Coerce {
  const cached = objectCoercions.get(type);
  if (cached) return cached;
  const fieldDefs = type.getFields();
  // A key that plain assignment does not create.
  if (Object.hasOwn(fieldDefs, '__proto__')) return () => undefined;
  const names = new Set(Object.keys(fieldDefs));
  const prepare = () =>
    Object.values(fieldDefs).map(({ name, type, defaultValue }) => ({
      name,
      coerce: createCoercion(type),
      defaultValue,
      isOptional: defaultValue === undefined && !isNonNullType(type),
    }));
  // Prepared by the first request, because fields may refer to this type again.
  let fields: ReturnType<typeof prepare> | undefined;
  const coerceObject: Coerce = (given, place) => {
    if (!isObjectLike(given) || Array.isArray(given))
      return place?.report('INVALID_TYPE', 'Must be an object.');
    let isValid = true;
    for (const name in given) {
      if (names.has(name)) continue;
      isValid = false;
      if (!place) return undefined;
      place.reportUnknown(type, name);
    }
    fields ??= prepare();
    const coerced: Record<string, unknown> = {};
    for (const { name, coerce, defaultValue, isOptional } of fields) {
      const isMissing = given[name] === undefined;
      if (isMissing && isOptional) continue;
      const value = isMissing ? defaultValue : coerce(given[name], place?.at(name));
      if (value === undefined) {
        isValid = false;
        if (!place) return undefined;
        if (isMissing) place.at(name).report('INVALID_TYPE', 'A value is required.');
      }
      coerced[name] = value;
    }
    if (!isValid) return undefined;
    if (!type.isOneOf) return coerced;
    const [key, ...others] = Object.keys(coerced);
    if (key === undefined || others.length > 0)
      return place?.report('INVALID', 'Exactly one field is required.');
    return coerced[key] === null
      ? place?.at(key).report('INVALID_TYPE', 'Must not be null.')
      : coerced;
  };
  objectCoercions.set(type, coerceObject);
  return coerceObject;
}

function createScalarCoercion(type: GraphQLScalarType): Coerce {
  return (value, place) => {
    let coerced: unknown;
    try {
      coerced = type.parseValue(value);
    } catch {
      // The message may quote the value.
    }
    return coerced === undefined ? place?.reportType(type, value) : coerced;
  };
}

function createNonNullCoercion(type: ReturnType<typeof getNullableType<GraphQLInputType>>): Coerce {
  if (isInputObjectType(type)) return createObjectCoercion(type);
  if (isListType(type)) {
    const coerceItem = createCoercion(type.ofType);
    return (value, place) => {
      const items = isIterableObject(value)
        ? Array.from(value, (item, index) => coerceItem(item, place?.at(index)))
        : [coerceItem(value, place)];
      return items.includes(undefined) ? undefined : items;
    };
  }
  // The enum's own `parseValue` searches for similar names before it throws.
  if (isEnumType(type))
    return (value, place) => {
      const found = typeof value === 'string' ? type.getValue(value)?.value : undefined;
      return found === undefined ? place?.reportType(type, value) : found;
    };
  return createScalarCoercion(type);
}

function createCoercion(type: GraphQLInputType): Coerce {
  const isNonNull = isNonNullType(type);
  const coerce = createNonNullCoercion(getNullableType(type));
  return (value, place) => {
    if (value != null) return coerce(value, place);
    return isNonNull ? place?.report('INVALID_TYPE', 'Must not be null.') : null;
  };
}

/**
 * Coerces a request's variables, as graphql-js's `getVariableValues` does. Returns undefined if any of them is invalid.
 * Never throws.
 * @param problems receives the problems of invalid variables. Without it, the first one ends the coercion.
 */
export type CoerceVariables = (
  inputs: Readonly<Record<string, unknown>>,
  problems?: VariableProblem[],
) => Record<string, unknown> | undefined;

/** Prepares the coercion of an operation's variables, once for all requests: graphql-js's takes ten times as long. */
export function createVariableCoercion(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] = [],
): CoerceVariables {
  const variables = definitions.map((definition) => {
    const { variable, type: typeNode, defaultValue } = definition;
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode);
    if (!isInputType(type) || name === '__proto__') return undefined;
    const getDefault = () => defaultValue && valueFromAST(defaultValue, type);
    const isOptional = !defaultValue && !isNonNullType(type);
    return { definition, name, coerce: createCoercion(type), getDefault, isOptional };
  });
  return (inputs, problems) => {
    const coerced: Record<string, unknown> = {};
    let isValid = true;
    for (const variable of variables) {
      if (!variable) return undefined;
      const { definition, name, coerce, getDefault, isOptional } = variable;
      const isMissing = !Object.hasOwn(inputs, name);
      if (isMissing && isOptional) continue;
      const place = problems && new Place(definition, problems);
      const value = isMissing ? getDefault() : coerce(inputs[name], place);
      if (value === undefined) {
        isValid = false;
        if (!place) return undefined;
        if (isMissing) place.report('INVALID_TYPE', 'A value is required.');
      }
      coerced[name] = value;
    }
    return isValid ? coerced : undefined;
  };
}

/**
 * Returns coerced variables in the form that the installed graphql-js reads, also from `info`. Since version 17, it keeps
 * them beside their sources, which only arguments of fragments read.
 */
export const toVariableValues: (coerced: Record<string, unknown>) => Record<string, unknown> =
  versionInfo.major < 17 ? (coerced) => coerced : (coerced) => ({ coerced, sources: {} });
