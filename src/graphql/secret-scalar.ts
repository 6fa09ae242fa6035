import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  typeFromAST,
} from 'graphql';
import { builder } from './builder.ts';
import { findVariablePath, splitVariablePath } from './variable-path.ts';

const NAME = 'Secret';

builder.scalarType(NAME, {
  description:
    'A secret, such as an API key. It is write-only: no response, error or log contains it. Send it as a variable: a literal in the document is rejected.',
  parseValue: (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError('A secret must be a string.');
  },
  parseLiteral: (node) => {
    throw new GraphQLError('Send a secret as a variable, not as a literal in the document.', {
      nodes: node,
    });
  },
  serialize: () => {
    throw new GraphQLError('Secret is an input type only.');
  },
});

const isSecret = (type: GraphQLInputType) => getNamedType(type).name === NAME;

const getFieldTypes = (type: GraphQLInputType): GraphQLInputType[] => {
  const named = getNamedType(type);
  return isInputObjectType(named)
    ? Object.values(named.getFields()).map((field) => field.type)
    : [];
};

function containsSecret(type: GraphQLInputType, seen = new Set<string>()): boolean {
  if (isSecret(type)) return true;
  const { name } = getNamedType(type);
  if (seen.has(name)) return false;
  seen.add(name);
  return getFieldTypes(type).some((field) => containsSecret(field, seen));
}

/**
 * Whether a value at a path of a variable may be a secret: it can contain one, or is next to one, where a secret could
 * be by mistake.
 */
function canBeSecret(type: GraphQLInputType, path: readonly (string | number)[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return containsSecret(type);
  if (typeof key === 'number') return canBeSecret(type, rest);
  const named = getNamedType(type);
  const field = isInputObjectType(named) ? named.getFields()[key] : undefined;
  return !field || getFieldTypes(type).some(isSecret) || canBeSecret(field.type, rest);
}

/** Matches the messages of graphql-js about whole variables that contain no value. */
const WITHOUT_VALUE =
  /^Variable "\$\w+" of (?:non-null|required) type "[\w![\]]+" (?:must not be null|was not provided)\.$/;

/** Matches the reasons in messages of graphql-js that contain no value. */
const REASON =
  /; (Field "\w+" (?:is not defined by type "\w+"|of required type "[\w![\]]+" was not provided)\.|Expected non-nullable type "[\w![\]]+" not to be null\.|A secret must be a string\.)/;

/**
 * Removes the value from an error about a variable if it may be a secret: graphql-js writes the whole value into
 * the message. Other errors are returned unchanged.
 */
export function hideSecrets(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  const [node] = error.nodes ?? [];
  if (node?.kind !== Kind.VARIABLE_DEFINITION || error.path) return error;
  const type = typeFromAST(schema, node.type);
  if (!isInputType(type) || WITHOUT_VALUE.test(error.message)) return error;
  const name = node.variable.name.value;
  const path = findVariablePath(error.message);
  const [head, ...keys] = splitVariablePath(path);
  if (!canBeSecret(type, keys)) return error;
  const location = head === name && keys.length > 0 ? ` at "${path}"` : '';
  const reason = REASON.exec(error.message)?.[1];
  return new GraphQLError(
    `Variable "$${name}" is invalid${location}${reason ? `: ${reason}` : '.'}`,
    { nodes: node, extensions: error.extensions },
  );
}
