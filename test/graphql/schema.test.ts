import { readFileSync } from 'node:fs';
import {
  assertInputObjectType,
  assertObjectType,
  buildSchema,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts, resources } from '../../src/contract/api.ts';
import { capitalize, type Endpoint } from '../../src/contract/resource.ts';
import { readScopes } from '../../src/graphql/authorization/payload-scopes.ts';
import { getSubgraphSchema } from '../../src/graphql/federation/subgraph.ts';
import { schema } from '../../src/graphql/schema.ts';
import { DOCUMENT, DOCUMENTS } from '../support/operations.ts';
import { RESOURCES } from './root-fields.ts';

test('every root field is nullable, so that a failed field keeps the others', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toStrictEqual(
    [],
  );
});

test('every mutation returns a payload of its own', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(25);
  for (const { name, type } of fields)
    expect(type.toString()).toBe(`${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`);
});

const OUTPUTS = Object.values(schema.getTypeMap()).filter(isObjectType);

test('only records have an id, by which caches store them', () => {
  const withId = OUTPUTS.filter((type) => 'id' in type.getFields()).map(({ name }) => name);
  expect(withId.sort()).toStrictEqual([...readScopes.keys()].sort());
});

test('only lookups by ids have null for a record that does not exist; other lists leave it out', () => {
  const lists = OUTPUTS.flatMap((type) =>
    Object.values(type.getFields()).flatMap(({ name, type }) => {
      const list = getNullableType(type);
      return isListType(list) && !isNonNullType(list.ofType) ? [name] : [];
    }),
  );
  expect(lists.sort()).toStrictEqual(RESOURCES.map(({ byIds }) => byIds.name).sort());
});

test('times, durations and numbers have names of one form', () => {
  const fields = OUTPUTS.flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({
      ...field,
      path: `${type.name}.${field.name}`,
    })),
  );
  const wrong = fields.filter(
    ({ name, type }) =>
      /Ms$|Milliseconds$|Time$|^total[A-Z](?!ount)/.test(name) ||
      (getNamedType(type).name === 'DateTime' && !name.endsWith('At')),
  );
  expect(wrong.map(({ path }) => path)).toStrictEqual([
    'SessionStatistics.from',
    'SessionStatistics.to',
  ]);
});

test('what the specification deprecates is deprecated', () => {
  const { createLegacySessionToken } = schema.getMutationType()?.getFields() ?? {};
  expect(createLegacySessionToken?.deprecationReason).toContain('createSessionToken');
  for (const name of ['CreatePersonaInput', 'PersonaConfigInput']) {
    const { brainType } = assertInputObjectType(schema.getType(name)).getFields();
    expect(brainType?.deprecationReason).toContain('Use llmId');
  }
});

/** Fields of bodies for which inputs have others. */
const REPLACED = /^(image|audio)(File|Url|Key)$/;

/** Fields that inputs have besides those of their body. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  CreatePersona: ['widgetConfig'],
  CreateAvatar: ['image'],
  CreateVoice: ['audio', 'displayName'],
  CreateSessionToken: ['overrides', 'verify', 'unusable'],
  CreateKnowledgeDocument: ['groupId'],
};

/** Fields of bodies that inputs do not have. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  CreateTool: ['type'],
  CreateVoice: ['name'],
  UpdateLlm: ['url'],
};

const BODIES = contracts.flatMap(({ endpoints }) =>
  Object.values<Endpoint>(endpoints).flatMap(({ body }) =>
    [body?.json, body?.multipart].flatMap((bodySchema) => {
      const name = bodySchema?.meta()?.id ?? '';
      const type = schema.getType(`${name}Input`);
      return isInputObjectType(type) && bodySchema instanceof z.ZodObject
        ? [[name, type, Object.keys(bodySchema.shape)] as const]
        : [];
    }),
  ),
);

test.each(BODIES)('the input of %s has the fields of the REST body', (name, type, body) => {
  const kept = body.filter((field) => !REPLACED.test(field) && !OMITTED[name]?.includes(field));
  const added = [...(ADDED[name] ?? []), ...(/^(Create|Up)/.test(name) ? ['extra'] : [])];
  expect(Object.keys(type.getFields()).sort()).toStrictEqual([...kept, ...added].sort());
});

const core = buildSchema(readFileSync('schema/core.graphql', 'utf8'));

const listFields = (of: typeof core) =>
  [of.getQueryType(), of.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));

test('the core has the endpoints of the specification, and lookups of its resources', () => {
  expect(listFields(core).sort()).toStrictEqual([
    'avatar',
    'avatarsByIds',
    'createAvatar',
    'createLegacySessionToken',
    'createPersona',
    'createSessionToken',
    'deleteTool',
    'persona',
    'personas',
    'personasByIds',
    'tool',
    'toolsByIds',
    'updateTool',
  ]);
});

test('what is not in the core names its extension at the end of its description', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const known = new Set(listFields(core));
  const unnamed = fields.filter(
    ({ name, description }) =>
      /\bExtension: [a-z-]+(?:, except for built-in ones)?\.$/.test(description ?? '') ===
      known.has(name),
  );
  expect(unnamed.map(({ name }) => name)).toStrictEqual(['viewer', 'createGuestToken']);
});

test.each([
  ['Persona', ['sessions', 'shareLinks', 'statistics', 'knowledgeGroups', 'voice']],
  ['CreatePersonaInput', ['toolIds', 'widgetConfig']],
])('in the core, %s has none of %j', (name, fields) => {
  const type = core.getType(name);
  const found = Object.keys(
    (name.endsWith('Input') ? assertInputObjectType(type) : assertObjectType(type)).getFields(),
  );
  expect(found).toContain('avatarId');
  expect(found.filter((field) => fields.includes(field))).toStrictEqual([]);
});

test.each(['Personas', 'CreatePersona', 'Avatar', 'Tool', 'CreateSessionToken'])(
  'the operation %s is valid in the core',
  (name) => {
    const problems = validate(core, parse(DOCUMENTS[name] ?? ''));
    expect(problems).toStrictEqual([]);
  },
);

test('the fragment of the settings of a persona has only fields that an update takes', () => {
  const [, selected = ''] =
    /fragment PersonaSettings on Persona \{([\s\S]*?)^\}/m.exec(DOCUMENTS.Persona ?? '') ?? [];
  const fields = [...selected.matchAll(/^ {2}(\w+)/gm)].map(([, field]) => field ?? '');
  const input = assertInputObjectType(schema.getType('UpdatePersonaInput')).getFields();
  expect(fields.length).toBeGreaterThan(8);
  expect(fields.filter((field) => field !== 'id' && !input[field])).toStrictEqual([]);
});

/** Returns the fields that a document selects, as `Type.field`. */
function listSelected(document: string): ReadonlySet<string> {
  const selected = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  visit(
    parse(document),
    visitWithTypeInfo(typeInfo, {
      Field: ({ name }) => {
        selected.add(`${typeInfo.getParentType()?.name}.${name.value}`);
      },
    }),
  );
  return selected;
}

const selected = listSelected(DOCUMENT);

test.each(Object.keys(resources))('the operations select every field of the type of %s', (name) => {
  const field = schema.getQueryType()?.getFields()[name];
  const type = field && getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`The query ${name} returns no object.`);
  const fields = Object.keys(type.getFields()).map((each) => `${type.name}.${each}`);
  expect(fields.filter((each) => !selected.has(each))).toStrictEqual([]);
});

test('every query and mutation has an operation', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {})
      .filter(({ deprecationReason }) => !deprecationReason)
      .map(({ name }) => `${type?.name}.${name}`),
  );
  expect(fields.filter((each) => !selected.has(each))).toStrictEqual([]);
});

/** The fields that require the scope records:read. */
const RAW = /(?<!^ToolConfig)\.(?:record|personaConfig|knowledge)$/;

test('only operations for raw JSON select it, and they select nothing else', () => {
  const raw = Object.entries(DOCUMENTS).flatMap(([name, document]) => {
    const fields = [...listSelected(document)];
    return fields.some((field) => RAW.test(field)) ? [[name, fields] as const] : [];
  });
  expect(raw.map(([name]) => name).sort()).toStrictEqual(
    Object.keys(resources)
      .map((name) => `${capitalize(name)}Record`)
      .sort(),
  );
  const others = raw.flatMap(([, fields]) => fields.filter((field) => !RAW.test(field)));
  expect(others.filter((field) => !/^Query\.|\.id$/.test(field))).toStrictEqual([]);
});

/** Rest parameters and default values: a function with them reads more arguments than its `length` counts. */
const UNDECLARED_PARAMETERS = /\.\.\.(\w+|\[[^\]]*\]|\{[^}]*\})\s*\)\s*$|[\w}\]]\s*=(?!>)/;

const parametersOf = (source: string) => source.split(/=>|\)\s*\{/, 1)[0] ?? '';

const listResolvers = (of: GraphQLSchema) =>
  Object.values(of.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, resolve }) =>
        resolve ? [{ field: `${type.name}.${name}`, resolve }] : [],
      ),
    );

// The executor passes info only to resolvers that declare it: src/server/executor/plan.ts.
test.each([
  ['graph', schema],
  ['subgraph', getSubgraphSchema()],
])('no resolver of the %s reads an argument that it does not declare', (_, of) => {
  const resolvers = listResolvers(of).filter(({ resolve: { length } }) => length > 0 && length < 4);
  expect(resolvers.length).toBeGreaterThan(50);
  const undeclared = resolvers.filter(({ resolve }) => {
    const source = String(resolve);
    return UNDECLARED_PARAMETERS.test(parametersOf(source)) || /\barguments\b/.test(source);
  });
  expect(undeclared.map(({ field }) => field)).toStrictEqual([]);
});

test('undeclared parameters are found', () => {
  for (const source of ['(parent, _, ...[info]) =>', '(parent, args = {}, info) =>'])
    expect(UNDECLARED_PARAMETERS.test(parametersOf(source))).toBe(true);
});
