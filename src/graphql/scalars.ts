import { GraphQLError, GraphQLScalarType, GraphQLString } from 'graphql';
import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { REDACTED, redactSecrets } from '../contract/redact.ts';
import { hasMoreValues, isDeeperThan } from '../shared/json-limits.ts';
import { builder } from './builder.ts';
import { createError } from './errors.ts';

/** Maximum nesting of JSON from the upstream. It is limited because serialization is recursive. */
const MAX_DEPTH = 500;

/**
 * Returns JSON from the upstream with its secrets replaced.
 * @throws GraphQLError UPSTREAM_INVALID_RESPONSE if it is nested too deeply.
 */
export function redactJson(value: unknown): unknown {
  if (!isDeeperThan(value, MAX_DEPTH)) return redactSecrets(value);
  const message = 'The upstream returned JSON that is nested too deeply.';
  throw createError('UPSTREAM_INVALID_RESPONSE', message);
}

/** Maximum number of values in the JSON of an input, at all depths. @assumed No schema of a tool comes near it. */
const MAX_VALUES = 10_000;

builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    ...GraphQLDateTime.toConfig(),
    description: 'A time in UTC, such as 2007-12-03T10:15:30.000Z.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  }),
);
builder.addScalarType(
  'URL',
  new GraphQLScalarType({
    ...GraphQLString.toConfig(),
    name: 'URL',
    // The contract validates URLs, with the reason at their paths.
    description: 'An absolute URL.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3986',
  }),
);
// Only some properties of the configuration: since version 17, graphql-js prefers others to `parseValue` and `serialize`.
const { name, specifiedByURL, extensions, parseLiteral } = GraphQLJSONObject.toConfig();

builder.addScalarType(
  'JSONObject',
  new GraphQLScalarType({
    name,
    specifiedByURL,
    extensions,
    parseLiteral,
    description: `A JSON object. In responses, "${REDACTED}" replaces secrets at every depth: the values of keys that name a secret, such as an API key, a token or a password, and of all HTTP headers except common ones such as Accept. Inputs that contain "${REDACTED}" are rejected: send the secret itself. An input can have at most ${MAX_VALUES} values in total, including lists and objects.`,
    parseValue: (value) => {
      if (hasMoreValues(value, MAX_VALUES))
        throw new GraphQLError(`The JSON has more than ${MAX_VALUES} values.`);
      return GraphQLJSONObject.parseValue(value);
    },
    serialize: (value) => GraphQLJSONObject.serialize(redactJson(value)),
  }),
);

builder.scalarType('Upload', {
  description:
    'A file in a GraphQL multipart request. The variable is null in `operations`, and `map` names the part with the file.',
  parseValue: (value) => {
    if (value instanceof File) return value;
    throw new GraphQLError('Upload must be a file sent with a GraphQL multipart request.');
  },
  serialize: () => {
    throw new GraphQLError('Upload is an input type only.');
  },
});

builder.scalarType('Secret', {
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
