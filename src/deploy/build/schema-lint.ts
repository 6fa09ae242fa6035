/** Checks schema/schema.graphql by the rules of graphql-eslint. */
import { readFileSync } from 'node:fs';
import { configs, parser, rules } from '@graphql-eslint/eslint-plugin';
import { Linter } from 'eslint';

/** The rules for the schema, with the reason for each that differs from the presets of the plugin. */
const RULES: Linter.RulesRecord = {
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
  '@graphql-eslint/relay-edge-types': [
    'error',
    {
      withEdgeSuffix: true,
      // Ids are those of the REST API, so that they can be pasted into any client. They do not name their type, which
      // Query.node would need.
      shouldImplementNode: false,
      // Short lists, such as the tools of a persona, are lists of items.
      listTypeCanWrapOnlyEdgeType: false,
    },
  ],
  // The id in the path of the REST API stays beside the input, which is the body.
  '@graphql-eslint/input-name': 'off',
  // Connections, edges and session tokens have no id.
  '@graphql-eslint/strict-id-in-types': 'off',
};

/** Accepted violations, by a part of their message. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Enum type `ErrorCode` is unreachable': 'It documents `extensions.code` of errors.',
  'Enum type `IssueCode` is unreachable': 'It documents `extensions.issues` of errors.',
  '"llmFormat" starts with the name of the parent type "Llm"': 'The field of the REST API.',
  '"sessionToken" starts with the name of the parent type "SessionToken"':
    'The field of the specification, "Session token".',
  '"personality" starts with the name of the parent type "Persona"':
    'A word of its own, and the field of the REST API.',
  '"transcriptsEnabled" starts with the name of the parent type "Transcript"':
    'The field of the REST API.',
};

/** What is wrong with a schema. */
export interface SchemaProblems {
  /** Violations as sentences, with their line and rule. */
  readonly violations: readonly string[];
  /** Exceptions that are no longer needed. */
  readonly unused: readonly string[];
}

/** Checks an SDL by the rules of graphql-eslint for Relay, naming and descriptions. */
export function lintSchema(sdl: string): SchemaProblems {
  const messages = new Linter().verify(
    sdl,
    [
      {
        files: ['**/*.graphql'],
        // @ts-expect-error The plugin's types are those of ESLint 9, whose `meta.docs` differ.
        plugins: { '@graphql-eslint': { rules } },
        languageOptions: { parser, parserOptions: { graphQLConfig: { schema: sdl } } },
        rules: RULES,
      },
    ],
    { filename: 'schema.graphql' },
  );
  const exceptions = Object.keys(EXCEPTIONS);
  return {
    violations: messages
      .filter(({ message }) => !exceptions.some((exception) => message.includes(exception)))
      .map(({ line, ruleId, message }) => `line ${line}: ${message} (${ruleId})`),
    unused: exceptions.filter(
      (exception) => !messages.some((each) => each.message.includes(exception)),
    ),
  };
}

if (import.meta.main) {
  const { violations, unused } = lintSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const problems = [...violations, ...unused.map((exception) => `Unused exception: ${exception}`)];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
