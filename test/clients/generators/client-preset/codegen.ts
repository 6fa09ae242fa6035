import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: '../schema.graphql',
  documents: 'main.ts',
  generates: {
    'generated/': {
      preset: 'client',
      config: {
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.ts',
        scalars: {
          DateTime: 'string',
          URL: 'string',
          JSONObject: 'Record<string, unknown>',
          Secret: 'string',
          Upload: 'Blob',
        },
      },
    },
  },
};

export default config;
