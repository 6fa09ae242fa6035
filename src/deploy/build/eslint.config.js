/** What Biome cannot check: that all regular expressions of src take linear time, and the rules of the schema. */
import { configs, parser, rules } from '@graphql-eslint/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import { transformSync } from 'rolldown/utils';

/** The code without types, which ESLint's parser does not know. */
let lines = [];

/** Removes types. The lines change, so messages have the code. */
const withoutTypes = {
  preprocess: (text, path) => {
    const { code } = transformSync(path, text, { jsx: 'preserve' });
    lines = code.split('\n');
    return [code];
  },
  postprocess: ([messages]) =>
    messages.map((each) => ({ ...each, message: `${each.message} In: ${lines[each.line - 1]}` })),
};

export default [
  {
    files: ['**/*.{js,ts,tsx}'],
    plugins: { regexp },
    processor: withoutTypes,
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // A repetition at the start of a pattern is tried again at each position.
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(NewExpression, CallExpression)[callee.name="RegExp"][arguments.0.type!="Literal"]',
          message: 'The pattern is only known at run time.',
        },
      ],
    },
  },
  {
    // Origins that an operator sets, and markers in pages of this repository.
    files: ['src/server/security/origin-check.ts', 'src/deploy/build/settings-text.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': { rules } },
    languageOptions: {
      parser,
      parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
    },
    rules: {
      ...configs['flat/schema-recommended'].rules,
      ...configs['flat/schema-relay'].rules,
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          // Their names say it, in each of them.
          ignoredSelectors: [
            'ObjectTypeDefinition[name.value=/(Payload|Edge)$/]',
            'ObjectTypeDefinition[name.value=/(Payload|Edge|Connection)$/] > FieldDefinition',
            'FieldDefinition > InputValueDefinition[name.value=/^(id|ids|input)$/]',
            'FieldDefinition[name.value=/^(id|createdAt|updatedAt)$/]',
            // It has the fields of PersonaConfigInput.
            'InputObjectTypeDefinition[name.value=PersonaOverridesInput] > InputValueDefinition',
          ],
        },
      ],
      // Connections go over the pages of the upstream, which has no last page to begin at.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Ids are those of the REST API, which do not name their type, as Query.node would need. Short lists are plain.
      '@graphql-eslint/relay-edge-types': [
        'error',
        {
          withEdgeSuffix: true,
          shouldImplementNode: false,
          listTypeCanWrapOnlyEdgeType: false,
        },
      ],
      // The id in the path of the REST API stays beside the input, which is the body.
      '@graphql-eslint/input-name': 'off',
      // Connections, edges and session tokens have no id.
      '@graphql-eslint/strict-id-in-types': 'off',
      // The enums of codes document the extensions of errors.
      '@graphql-eslint/no-unreachable-types': 'off',
      // Fields have the names of the REST API, such as `sessionToken` of a session token.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
];
