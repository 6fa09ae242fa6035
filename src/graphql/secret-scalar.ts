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

const NAME = 'Secret';

builder.scalarType(NAME, {
  description:
    'A secret, such as an API key. It is write-only: no response, error or log contains it. It must be sent as a variable; a literal in the document is rejected.',
  parseValue: (value) => {
    if (typeof value === 'string') return value;
    throw new GraphQLError('A secret must be a string.');
  },
  parseLiteral: (node) => {
    throw new GraphQLError('A secret must be a variable, so that no document contains it.', {
      nodes: node,
    });
  },
  serialize: () => {
    throw new GraphQLError('Secret is an input type only.');
  },
});

function containsSecret(type: GraphQLInputType, seen = new Set<string>()): boolean {
  const named = getNamedType(type);
  if (named.name === NAME) return true;
  if (!isInputObjectType(named) || seen.has(named.name)) return false;
  seen.add(named.name);
  return Object.values(named.getFields()).some((field) => containsSecret(field.type, seen));
}

const VARIABLE_PATH = /^Variable "\$(\w+)".* at "([\w.[\]]+)"/s;

/** Matches the reasons in messages of graphql-js that contain no value. */
const REASON =
  /; (Field "\w+" (?:is not defined by type "\w+"|of required type "[\w![\]]+" was not provided)\.|Expected non-nullable type "[\w![\]]+" not to be null\.|A secret must be a string\.)/;

/**
 * Removes the value from an error about a variable whose type contains a secret: graphql-js writes the whole value into
 * the message. Other errors are returned unchanged.
 */
export function hideSecrets(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  const [node] = error.nodes ?? [];
  if (node?.kind !== Kind.VARIABLE_DEFINITION || error.path) return error;
  const type = typeFromAST(schema, node.type);
  if (!isInputType(type) || !containsSecret(type)) return error;
  const name = node.variable.name.value;
  const path = VARIABLE_PATH.exec(error.message)?.[2];
  const location = path?.split(/[.[]/)[0] === name ? ` at "${path}"` : '';
  const reason = REASON.exec(error.message)?.[1];
  return new GraphQLError(
    `Variable "$${name}" is invalid${location}${reason ? `: ${reason}` : '.'}`,
    {
      nodes: node,
    },
  );
}
