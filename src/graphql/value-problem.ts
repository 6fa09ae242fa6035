import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isValueNode,
  Kind,
  type ObjectFieldNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { IssueCode } from './issue-codes.ts';

export type Path = readonly (string | number)[];

/** A value that its type does not accept: its path in the arguments of the field, and the rule. The error has the message. */
export interface ValueProblem {
  readonly path: Path;
  readonly code: IssueCode;
}

/** Returns the code for a value that its type does not accept. */
export function getCode(type: GraphQLInputType | null | undefined, isText: boolean): IssueCode {
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

/** Calls `inspect` with each node, its path in the arguments of its field, and what the schema says about it. */
function walkArguments(
  root: ASTNode,
  schema: GraphQLSchema,
  inspect: (node: ASTNode, path: Path, typeInfo: TypeInfo) => void,
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
        inspect(node, path, typeInfo);
        return undefined;
      },
      leave: (node, key) => {
        if (getKey(node, key) !== undefined) path.pop();
      },
    }),
  );
}

/** Returns the problem of each required argument or field that a node does not have. */
const listMissing = (
  path: Path,
  required: readonly { readonly name: string }[],
  given: readonly (ArgumentNode | ObjectFieldNode)[] = [],
): ValueProblem[] =>
  required
    .filter(({ name }) => !given.some((node) => node.name.value === name))
    .map(({ name }) => ({ path: [...path, name], code: 'INVALID_TYPE' }));

/** Returns the problems of a node with a number of errors, in their order. */
function describeNode(
  node: ASTNode,
  path: Path,
  typeInfo: TypeInfo,
  count: number,
): (ValueProblem | undefined)[] {
  if (node.kind === Kind.FIELD || node.kind === Kind.DIRECTIVE) {
    const def = node.kind === Kind.FIELD ? typeInfo.getFieldDef() : typeInfo.getDirective();
    const missing = listMissing([], def?.args.filter(isRequiredArgument) ?? [], node.arguments);
    // graphql-js checks them after everything else.
    return [...Array.from({ length: count - missing.length }, () => undefined), ...missing];
  }
  const all = (problem: ValueProblem) => Array.from({ length: count }, () => problem);
  // Variables have the type that the document declares, whatever their values are.
  if (path.length === 0 || node.kind === Kind.VARIABLE) return [];
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)
    return all({ path, code: 'UNKNOWN_FIELD' });
  if (!isValueNode(node)) return [];
  const type = typeInfo.getInputType();
  const named = getNamedType(type);
  if (node.kind === Kind.OBJECT && isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter(isRequiredInputField);
    // Otherwise, the object has not exactly one of its fields.
    return [...listMissing(path, required, node.fields), ...all({ path, code: 'INVALID' })];
  }
  const isText = node.kind === (isEnumType(named) ? Kind.ENUM : Kind.STRING);
  return all({ path, code: getCode(type, isText) });
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
  walkArguments(document, schema, (node, path, typeInfo) => {
    const found = byNode.get(node);
    if (!found) return;
    const problems = describeNode(node, [...path], typeInfo, found.length);
    for (const [index, { extensions }] of found.entries()) extensions.problem = problems[index];
  });
}

/** Returns where definitions first use a variable, in the arguments of a field; undefined if they do not use it. */
export function findUse(
  name: string,
  schema: GraphQLSchema,
  definitions: readonly ASTNode[],
): Path | undefined {
  let use: Path | undefined;
  for (const definition of definitions) {
    walkArguments(definition, schema, (node, path) => {
      if (node.kind === Kind.VARIABLE && node.name.value === name) use ??= [...path];
    });
  }
  return use;
}

/** Returns the problem of an argument whose value is null or missing, which graphql-js finds when it reads the argument. */
export function describeArgument({ nodes: [node] = [] }: GraphQLError): ValueProblem | undefined {
  if (!node || !isValueNode(node)) return undefined;
  // The name is before the colon that is before the value.
  const name = node.loc?.startToken.prev?.prev?.value;
  return { path: name === undefined ? [] : [name], code: 'INVALID_TYPE' };
}
