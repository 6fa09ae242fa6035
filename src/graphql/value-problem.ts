import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isRequiredInputField,
  isValueNode,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isJsonObject } from '../contract/record.ts';
import type { IssueCode } from './issue-codes.ts';
import { findVariablePath, splitVariablePath } from './variable-path.ts';

type Path = readonly (string | number)[];

/** Maximum length of a key in a path. Clients may send any. */
const MAX_KEY = 256;

/** A value that graphql-js rejects: its path in the arguments of the field, and the rule. The error has the message. */
export interface ValueProblem {
  readonly path: Path;
  readonly code: IssueCode;
}

/** Matches the messages of graphql-js, which differ since version 17, about what is missing and what is unknown. */
const REQUIRED_ARGUMENT =
  /argument "(?:@?[\w.]+\()?(\w+)(?::\))?" of type "[\w![\]]+" is required/i;
const REQUIRED_FIELD = /Field "(?:\w+\.)?(\w+)" of required type|include required field "(\w+)"/;
const isAboutUnknown = (message: string, key: string) =>
  message.includes(`Field "${key}" is not defined by type`) ||
  message.includes(`unknown field "${key}"`);

/** Returns the code for a value that its type does not accept. */
function getCode(type: GraphQLInputType | null | undefined, isText: boolean): IssueCode {
  const named = getNamedType(type);
  if (!isText || !named) return 'INVALID_TYPE';
  if (isEnumType(named)) return 'INVALID_VALUE';
  return named.name === 'DateTime' ? 'INVALID_FORMAT' : 'INVALID_TYPE';
}

/** Returns what a node adds to the path of the values in it. Only the items of lists are values with an index. */
const getKey = (node: ASTNode, key: string | number | undefined) => {
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return node.name.value;
  return isValueNode(node) && typeof key === 'number' ? key : undefined;
};

/** Calls `inspect` with each node, its path in the arguments of its field, and the type of its value. */
function walkArguments(
  root: ASTNode,
  schema: GraphQLSchema,
  inspect: (node: ASTNode, path: Path, type: GraphQLInputType | null | undefined) => void,
): void {
  const path: (string | number)[] = [];
  const typeInfo = new TypeInfo(schema);
  visit(
    root,
    visitWithTypeInfo(typeInfo, {
      enter: (node, key) => {
        // Its default has no place in the arguments of a field.
        if (node.kind === Kind.VARIABLE_DEFINITION) return false;
        const own = getKey(node, key);
        if (own !== undefined) path.push(own);
        inspect(node, path, typeInfo.getInputType());
        return undefined;
      },
      leave: (node, key) => {
        if (getKey(node, key) !== undefined) path.pop();
      },
    }),
  );
}

function describeNode(
  node: ASTNode,
  path: Path,
  type: GraphQLInputType | null | undefined,
  message: string,
): ValueProblem | undefined {
  const [, argument] = REQUIRED_ARGUMENT.exec(message) ?? [];
  if (argument !== undefined) return { path: [argument], code: 'INVALID_TYPE' };
  // Variables have the type that the document declares, whatever their values are.
  if (path.length === 0 || node.kind === Kind.VARIABLE) return undefined;
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)
    return { path, code: 'UNKNOWN_FIELD' };
  if (!isValueNode(node)) return undefined;
  const [, old, required = old] = REQUIRED_FIELD.exec(message) ?? [];
  if (required !== undefined) return { path: [...path, required], code: 'INVALID_TYPE' };
  // An object with other problems than unknown and missing fields has not exactly one of its fields.
  if (node.kind === Kind.OBJECT && isInputObjectType(getNamedType(type)))
    return { path, code: 'INVALID' };
  const isText = node.kind === (isEnumType(getNamedType(type)) ? Kind.ENUM : Kind.STRING);
  return { path, code: getCode(type, isText) };
}

/** Adds the problems of literals to the validation errors of a document. */
export function addLiteralProblems(
  errors: readonly GraphQLError[],
  schema: GraphQLSchema,
  document: DocumentNode,
): void {
  const byNode = Map.groupBy(errors, ({ nodes }) => nodes?.[0]);
  byNode.delete(undefined);
  if (byNode.size === 0) return;
  walkArguments(document, schema, (node, path, type) => {
    for (const { message, extensions } of byNode.get(node) ?? [])
      extensions.problem = describeNode(node, [...path], type, message);
  });
}

/** Returns the type and the value at a path in a variable. */
function findValue(given: unknown, givenType: GraphQLInputType, path: Path) {
  let [type, value] = [givenType, given];
  for (const key of path) {
    const nullable = getNullableType(type);
    if (isListType(nullable)) type = nullable.ofType;
    else if (isInputObjectType(nullable)) type = nullable.getFields()[key]?.type ?? type;
    value = Reflect.get(Object(value), key);
  }
  return { type: getNullableType(type), value };
}

/** Returns the problem at a path in a variable. */
function describeValue(
  variable: unknown,
  variableType: GraphQLInputType,
  path: Path,
  message: string,
): ValueProblem {
  const { type, value } = findValue(variable, variableType, path);
  if (!isInputObjectType(type) || !isJsonObject(value))
    return { path, code: getCode(type, typeof value === 'string') };
  const fields = type.getFields();
  const unknown = Object.keys(value).find((key) => !fields[key] && isAboutUnknown(message, key));
  if (unknown !== undefined)
    return { path: [...path, unknown.slice(0, MAX_KEY)], code: 'UNKNOWN_FIELD' };
  const missing = Object.values(fields)
    .filter((field) => isRequiredInputField(field) && !Reflect.has(value, field.name))
    .find(({ name }) => message.includes(`ield "${name}"`));
  if (missing) return { path: [...path, missing.name], code: 'INVALID_TYPE' };
  return { path, code: 'INVALID' };
}

/** Returns where an operation first uses a variable; undefined if it does not use it in an argument. */
function findUse(
  name: string,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): Path | undefined {
  let use: Path | undefined;
  const operation = getOperationAST(document, operationName);
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const definition of [...(operation ? [operation] : []), ...fragments]) {
    walkArguments(definition, schema, (node, path) => {
      if (node.kind === Kind.VARIABLE && node.name.value === name) use ??= [...path];
    });
  }
  return use;
}

/** The request in which graphql-js rejects a variable. */
interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Adds problems to the errors of invalid variables, at the paths where the operation uses them. */
export function addVariableProblems(
  errors: readonly GraphQLError[],
  { schema, document, operationName, variableValues }: Request,
): void {
  for (const { nodes: [node] = [], message, extensions } of errors) {
    const type = node?.kind === Kind.VARIABLE_DEFINITION && typeFromAST(schema, node.type);
    if (!type || !isInputType(type)) continue;
    const name = node.variable.name.value;
    const [, ...below] = splitVariablePath(findVariablePath(message));
    const { path, code } = describeValue(variableValues?.[name], type, below, message);
    const use = findUse(name, schema, document, operationName) ?? [name];
    extensions.problem = { path: [...use, ...path], code } satisfies ValueProblem;
  }
}
