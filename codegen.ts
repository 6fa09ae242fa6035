/**
 * The one source of generated files: `npm run generate` writes them, `npm run check:generated` fails where one is stale.
 *
 *   src/graphql   -> schema/schema.graphql   the graph, as the code builds it
 *   src/contract  -> schema/openapi.json     the REST contract, as OpenAPI 3.1
 */
import type { CodegenConfig } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { schema } from './src/graphql/schema.ts';

const config: CodegenConfig = {
  schema: printSchema(schema),
  generates: {
    'schema/schema.graphql': {
      plugins: ['schema-ast'],
      config: { includeDirectives: true, sort: true },
    },
    'schema/openapi.json': {
      plugins: ['./src/contract/openapi-codegen.ts'],
    },
  },
};

export default config;
