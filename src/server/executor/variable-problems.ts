import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLScalarType,
  getNamedType,
  isEnumType,
  type VariableDefinitionNode,
} from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { IssueCode } from '../../graphql/issue-codes.ts';
import { getCode, type Path } from '../../graphql/value-problem.ts';

// The problems of variables. No text contains a value, because it could be a secret.

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

/** A place in a variable, where problems can be reported. */
export class Place {
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
