import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: '../node_modules/avatar-graphql-hooks/schema/schema.graphql',
  documents: ['../node_modules/avatar-graphql-hooks/schema/operations/*.graphql', 'main.ts'],
  generates: {
    'generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
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
