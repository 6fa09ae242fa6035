/**
 * The one source of generated files: `npm run generate` writes them, `npm run check:generated` fails where one is stale.
 *
 *   src/graphql        -> schema/schema.graphql   the graph, as the code builds it
 *                      -> schema/core.graphql      what the specification alone has
 *                      -> schema/subgraph.graphql    the same as a subgraph of Apollo Federation
 *   src/contract       -> schema/openapi.json     the REST contract, as OpenAPI 3.1
 *                      -> src/console/constants.ts  what the console cannot import
 *                      -> src/console/form-fields.ts  labels, hints and limits of the fields of forms
 *   src/policy         -> schema/policy.json      the policy file, as JSON Schema
 *   the settings       -> .env.example            every setting, with its default or an example
 *                      -> src/deploy/SETTINGS.md  their reference
 *                      -> src/server/limits/README.md  the defaults of limits
 *   the scopes         -> src/server/authentication/README.md  their table
 *   the error codes    -> src/graphql/ERRORS.md   their table
 *                      -> schema/operations/standard.graphql  the operations that all resources have
 *   schema/operations  -> schema/persisted-operations.json  the operations by hash, in Apollo's format
 *                      -> src/hooks/types.ts      types of inputs, enums, variables and results
 *                      -> src/hooks/documents.ts  typed documents over them, for any client
 *                      -> src/hooks/document-strings.ts  the documents of the client, as text
 *                      -> src/hooks/queries.ts    options of TanStack Query over them
 *                      -> src/hooks/hooks.ts      hooks over the options
 */
import { globSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, isObjectType, parse, print, printSchema } from 'graphql';
import { z } from 'zod';
import { resources } from './src/contract/api.ts';
import {
  AVATAR_MODELS,
  IMAGE_FORMATS,
  IMAGE_TYPES,
  MAX_IMAGE_BYTES,
} from './src/contract/avatar.ts';
import { DOCUMENT_TYPES } from './src/contract/document-types.ts';
import { DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES } from './src/contract/knowledge-document.ts';
import { LLM_FORMATS } from './src/contract/llm.ts';
import { FINAL_MEETING_STATUSES, MeetingInviteStatus } from './src/contract/meeting-invite.ts';
import { createOpenApi } from './src/contract/openapi.ts';
import { REDACTED } from './src/contract/redact.ts';
import { withArticle } from './src/contract/resource.ts';
import { toEnumName } from './src/contract/schema-meta.ts';
import { AUDIO_FORMATS, AUDIO_TYPES, MAX_AUDIO_BYTES } from './src/contract/voice.ts';
import { writeFormFields } from './src/deploy/build/form-fields.ts';
import {
  environmentExample,
  reference,
  replaceDefaults,
  replaceErrorCodes,
  replaceScopes,
} from './src/deploy/build/settings-text.ts';
import { writeStandardOperations } from './src/deploy/build/standard-operations.ts';
import { printCore, sortSchema } from './src/graphql/core.ts';
import { printSubgraph } from './src/graphql/federation/print-subgraph.ts';
import { getSubgraphSchema } from './src/graphql/federation/subgraph.ts';
import { MAX_IDS } from './src/graphql/resource-fields.ts';
import { schema } from './src/graphql/schema.ts';
import { PolicyFile } from './src/policy/policy-schema.ts';
import { SCOPES } from './src/policy/scopes.ts';
import { addTypenames, hashDocument } from './src/shared/document-text.ts';

const label = {
  content: '// Generated from schema/operations by `npm run generate`; not to be edited.',
};

const CONSTANTS_LABEL = '// Generated from src/contract by `npm run generate`; not to be edited.\n';

const typesImport = { content: "import type * as Types from './types.ts';" };

const embedded = Object.values(schema.getTypeMap()).filter(
  (type) =>
    isObjectType(type) && !/^(?:__|Query$|Mutation$)/.test(type.name) && !type.getFields().id,
);

const embeddedTypes = `/** The types without an id, which normalized caches keep in the objects that contain them. */
export const EMBEDDED_TYPES: readonly string[] = ${JSON.stringify(embedded.map(({ name }) => name).sort())};`;

/** A scalar without an entry here fails the generation, so that none becomes `any`. */
const types = {
  strictScalars: true,
  scalars: {
    ID: 'string',
    DateTime: 'string',
    URL: 'string',
    JSONObject: 'Record<string, unknown>',
    Secret: { input: 'string', output: 'never' },
    Upload: { input: 'File | Blob', output: 'never' },
  },
  enumType: 'string-literal',
  useTypeImports: true,
  importExtension: '.ts',
};

/** The configuration of a file whose content is known. */
const write = (content: string) => ({ plugins: [{ add: { content } }] });

/** Updates what is generated of a page. */
const update = (path: string, replace: (page: string) => string) => ({
  [path]: write(replace(readFileSync(path, 'utf8'))),
});

const STANDARD = 'schema/operations/standard.graphql';

const ownOperations = globSync('schema/operations/*.graphql').filter((file) => file !== STANDARD);

const standardOperations = writeStandardOperations(
  schema,
  parse(ownOperations.map((file) => readFileSync(file, 'utf8')).join('\n')),
  Object.entries(resources).map(([name, { collection, noun }]) => ({
    name,
    collection,
    one: withArticle(noun),
  })),
);

/** The JSON Schema of the policy file, for editors. */
const policySchema = {
  title: 'Policy of avatar-graphql',
  ...z.toJSONSchema(PolicyFile, { io: 'input' }),
};

/** The inputs that the console has forms for. */
const INPUTS = [
  'ClientToolConfigInput',
  'CreateAvatarInput',
  'CreateKnowledgeGroupInput',
  'CreateLlmInput',
  'CreateMeetingInviteInput',
  'CreatePersonaInput',
  'CreateSessionTokenInput',
  'CreateShareLinkInput',
  'CreateToolInput',
  'CreateVoiceInput',
  'KnowledgeToolConfigInput',
  'LlmUrlInput',
  'SystemToolConfigInput',
  'UpdateAvatarInput',
  'UpdateKnowledgeDocumentInput',
  'UpdateKnowledgeGroupInput',
  'UpdateLlmInput',
  'UpdatePersonaInput',
  'UpdateShareLinkInput',
  'UpdateToolInput',
  'UpdateVoiceInput',
  'VoiceDetectionOptionsInput',
  'VoiceGenerationOptionsInput',
  'WebhookToolConfigInput',
];

/** What the console may not import. */
const constants = {
  AUDIO_EXTENSIONS: Object.fromEntries(
    Object.entries(AUDIO_TYPES).map(([extension, [type]]) => [type, extension]),
  ),
  AUDIO_FORMATS,
  AUDIO_TYPES: Object.values(AUDIO_TYPES).flat(),
  AVATAR_MODELS,
  DOCUMENT_EXTENSIONS: Object.keys(DOCUMENT_TYPES),
  DOCUMENT_FORMATS,
  FINAL_MEETING_STATUSES: FINAL_MEETING_STATUSES.map(toEnumName),
  IMAGE_FORMATS,
  IMAGE_TYPES,
  LLM_FORMATS,
  MAX_AUDIO_BYTES,
  MAX_DOCUMENT_BYTES,
  MAX_IDS,
  MAX_IMAGE_BYTES,
  MEETING_STATUSES: MeetingInviteStatus.options.map(toEnumName),
  REDACTED,
};

const writeConstant = ([name, value]: [string, unknown]) =>
  `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;

const config: CodegenConfig = {
  schema: printSchema(schema),
  documents: [...ownOperations, standardOperations],
  generates: {
    [STANDARD]: write(`${standardOperations}\n`),
    'schema/schema.graphql': write(`${print(parse(printSchema(sortSchema(schema))))}\n`),
    'schema/core.graphql': write(printCore(schema)),
    'schema/subgraph.graphql': write(printSubgraph(getSubgraphSchema())),
    'schema/openapi.json': write(`${JSON.stringify(createOpenApi(), null, 2)}\n`),
    'schema/policy.json': write(`${JSON.stringify(policySchema, null, 2)}\n`),
    'schema/persisted-operations.json': {
      plugins: ['./src/deploy/build/operations-codegen.ts'],
    },
    '.env.example': write(environmentExample()),
    'src/deploy/SETTINGS.md': write(reference()),
    ...update('src/server/limits/README.md', replaceDefaults),
    ...update('src/server/authentication/README.md', (page) => replaceScopes(page, SCOPES)),
    ...update('src/graphql/ERRORS.md', (page) => replaceErrorCodes(page, sortSchema(schema))),
    'src/hooks/types.ts': {
      plugins: [
        { add: label },
        'typescript-operations',
        './src/deploy/build/further-types-codegen.ts',
      ],
      config: types,
    },
    'src/console/constants.ts': write(
      [CONSTANTS_LABEL, ...Object.entries(constants).map(writeConstant)].join('\n'),
    ),
    'src/console/form-fields.ts': write(`${CONSTANTS_LABEL}\n${writeFormFields(schema, INPUTS)}`),
    'src/hooks/documents.ts': {
      plugins: [
        { add: label },
        { add: typesImport },
        'typed-document-node',
        { add: { placement: 'append', content: embeddedTypes } },
      ],
      config: {
        ...types,
        importOperationTypesFrom: 'Types',
        documentNodeImport: './document-node.ts#TypedDocumentNode',
        unstable_onExecutableDocumentNode: (document: DocumentNode) => ({
          hash: hashDocument(addTypenames(document)),
        }),
      },
    },
    'src/hooks/document-strings.ts': {
      plugins: [{ add: label }, './src/deploy/build/document-strings-codegen.ts'],
    },
    'src/hooks/queries.ts': {
      plugins: [{ add: label }, './src/deploy/build/hooks-codegen.ts'],
      config: { text: 'options' },
    },
    'src/hooks/hooks.ts': {
      plugins: [{ add: label }, './src/deploy/build/hooks-codegen.ts'],
      config: { text: 'hooks' },
    },
  },
};

export default config;
