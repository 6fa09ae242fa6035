import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { resources } from '../../src/contract/api.ts';
import { capitalize } from '../../src/contract/resource.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Calls } from '../support/start.ts';
import { createRequired } from './null-places.ts';

/** A field at the root of the graph. */
export interface RootField {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly kind: 'query' | 'mutation';
  /** The least that can be selected of what it returns. */
  readonly selection: string;
  /** Variables for its required arguments. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Files by the path of their variable. */
  readonly files?: Record<string, File>;
  /** Writes the operation with the variables of its required arguments. */
  readonly write: (selection?: string) => string;
}

/** What a mutation requires besides what its type does. */
const MORE: Readonly<Record<string, object>> = {
  createMeetingInvite: { personaId: 'p1' },
  createSessionToken: { personaConfig: { personaId: 'p1' } },
  updateAvatar: { displayName: 'Ada' },
  updateVoice: { displayName: 'Ada' },
  createKnowledgeDocument: { file: null },
};

const ARGUMENTS: Readonly<Record<string, unknown>> = { id: 'x1', ids: ['x1'] };

/** Fields of which one is enough, in the order of preference. */
const LEAST = 'id total totalCount sessionToken code deletedId stoppedId cancelledId'.split(' ');

function findSelection({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const isObject = (field: GraphQLField<unknown, unknown>) =>
    isObjectType(getNamedType(field.type));
  const leaf = LEAST.find((least) => fields.some(({ name }) => name === least));
  if (leaf) return `{ ${leaf} }`;
  const inner = fields.find((field) => field.name === 'token' && isObject(field)) ?? fields[0];
  return `{ ${inner?.name} ${inner && isObject(inner) ? findSelection(inner) : ''} }`;
}

function createRootField(
  kind: RootField['kind'],
  field: GraphQLField<unknown, unknown>,
): RootField {
  const { name } = field;
  const given = field.args.filter(
    ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
  );
  const variables = Object.fromEntries(
    given.map((argument) => {
      const type = getNullableType(argument.type);
      const input = isInputObjectType(type) && { ...createRequired(type), ...MORE[name] };
      return [argument.name, input || ARGUMENTS[argument.name]];
    }),
  );
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const selection = findSelection(field);
  const hasFile = name === 'createKnowledgeDocument';
  return {
    name,
    field,
    kind,
    selection,
    variables,
    ...(hasFile && { files: { 'input.file': new File(['Text.'], 'a.txt') } }),
    write: (selected = selection) =>
      `${kind} ${declared && `(${declared})`} { ${name}${passed && `(${passed})`} ${selected} }`,
  };
}

/** All of them. */
export const ROOT_FIELDS: readonly RootField[] = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) =>
    createRootField('query', field),
  ),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) =>
    createRootField('mutation', field),
  ),
];

/** Returns the root field with a name. */
export function getRootField(name: string): RootField {
  const found = ROOT_FIELDS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no field ${name}.`);
  return found;
}

/** Selects the least of a root field. */
export const runField = (
  { run, upload }: Pick<Calls, 'run' | 'upload'>,
  { write, variables, files }: RootField,
  headers?: Record<string, string>,
) => (files ? upload(write(), variables, files, headers) : run(write(), variables, headers));

/** The resources, with the names of their root fields: those that a resource does not have are undefined. */
export const RESOURCES = Object.entries(resources).map(([name, { collection, feature, path }]) => {
  const find = (...names: string[]) => ROOT_FIELDS.find((each) => names.includes(each.name));
  const Name = capitalize(name);
  return {
    name,
    Name,
    collection,
    feature,
    path,
    get: getRootField(name),
    byIds: getRootField(`${collection}ByIds`),
    list: find(collection),
    create: find(`create${Name}`, `upload${Name}`),
    update: find(`update${Name}`),
    remove: getRootField(
      { session: 'stopSession', meetingInvite: 'cancelMeetingInvite' }[name] ?? `delete${Name}`,
    ),
  };
});
