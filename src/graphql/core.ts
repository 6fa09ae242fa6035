import {
  type DocumentNode,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';
import { z } from 'zod';
import { resources } from '../contract/api.ts';
import { capitalize, type Endpoint } from '../contract/resource.ts';
import { getMeta } from '../contract/schema-meta.ts';

// The core of the graph: what the specification alone has.

/** The resources of the specification. Its personas and session tokens refer to LLMs. */
const CORE = ['persona', 'avatar', 'tool', 'llm'];

/** The extension of each query and mutation that needs one. */
const extensions = new Map(
  Object.entries(resources).flatMap(([name, { collection, feature, endpoints }]) => {
    const names = Object.entries<Endpoint>(endpoints).flatMap(([field, { extension }]) =>
      extension ? [field] : [],
    );
    // Personas are looked up in their list, which the specification has.
    const lookups = name === 'persona' ? [name] : [];
    const fields = names.filter((field) => !lookups.includes(field));
    const byIds = fields.includes(name) ? [`${collection}ByIds`] : [];
    return [...fields, ...byIds].map((field) => [field, feature] as const);
  }),
);

const getRoots = (schema: GraphQLSchema) =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );

/** Queries that know built-in records without the extension. */
const KNOW_BUILT_IN = ['llm', 'llms', 'llmsByIds'];

/** Ends the description of each query and mutation of an extension with its name. */
export function nameExtensions(schema: GraphQLSchema): GraphQLSchema {
  for (const field of getRoots(schema)) {
    const extension = extensions.get(field.name);
    const { description } = field;
    const separator = description?.includes('\n') ? '\n\n' : ' ';
    const exception = KNOW_BUILT_IN.includes(field.name) ? ', except for built-in ones' : '';
    if (extension)
      field.description = `${description}${separator}Extension: ${extension}${exception}.`;
  }
  return schema;
}

/** Fields about callers of the API, not a service. */
const OWN = ['viewer', 'createGuestToken'];

const isCoreField = (name: string) =>
  !extensions.has(name) && !OWN.includes(name) && !name.startsWith('_');

/** The types of records and lists that only extensions have. */
const extensionTypes = new Set([
  'SessionStatistics',
  ...Object.keys(resources)
    .filter((name) => !CORE.includes(name))
    .map(capitalize)
    .flatMap((type) => [type, `${type}Connection`, `${type}Edge`]),
]);

/** The fields of inputs that are extensions, as `Input.field`. */
const listExtensionInputs = (schema: GraphQLSchema): ReadonlySet<string> =>
  new Set(
    Object.values(schema.getTypeMap())
      .filter(isInputObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).flatMap(({ name, extensions: { contract } }) =>
          contract instanceof z.ZodType && getMeta(contract)['x-extension']
            ? [`${type.name}.${name}`]
            : [],
        ),
      ),
  );

/** Returns the name of a type without its list and non-null. */
const getTypeName = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : getTypeName(type.type);

/** Types that no field returns. */
const DOCUMENTED = ['ErrorCode', 'IssueCode'];

/** Removes the types that no field or argument refers to any more. */
function removeUnused(document: DocumentNode): DocumentNode {
  const used = new Set(['Query', 'Mutation', ...DOCUMENTED]);
  const definitions = new Map(
    document.definitions.map((node) => ['name' in node ? node.name?.value : undefined, node]),
  );
  // Names that are added are visited, too.
  for (const name of used) {
    const definition = definitions.get(name);
    if (definition) visit(definition, { NamedType: (type) => void used.add(type.name.value) });
  }
  return {
    ...document,
    definitions: document.definitions.filter(
      (node) => 'name' in node && used.has(node.name?.value ?? ''),
    ),
  };
}

/** Returns a copy of a schema that is sorted by name, in which the required arguments of a field are the first. */
export function sortSchema(schema: GraphQLSchema): GraphQLSchema {
  const sorted = lexicographicSortSchema(schema);
  for (const type of Object.values(sorted.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      field.args = field.args.toSorted(
        (one, other) => Number(isRequiredArgument(other)) - Number(isRequiredArgument(one)),
      );
    }
  }
  return sorted;
}

/** Returns the SDL of a schema, sorted in the same way. */
export const createSortedDocument = (schema: GraphQLSchema): DocumentNode =>
  parse(printSchema(sortSchema(schema)), { noLocation: true });

/** Returns the SDL of a schema, sorted by name, without extensions. */
export function createCore(
  schema: GraphQLSchema,
  document: DocumentNode = createSortedDocument(schema),
): DocumentNode {
  const extensionInputs = listExtensionInputs(schema);
  const core = visit(document, {
    ObjectTypeDefinition: {
      enter: (node) => ({
        ...node,
        fields: node.fields?.filter(({ name, type }) =>
          /^(?:Query|Mutation)$/.test(node.name.value)
            ? isCoreField(name.value)
            : !extensionTypes.has(getTypeName(type)),
        ),
      }),
    },
    InputObjectTypeDefinition: (node) => ({
      ...node,
      fields: node.fields?.filter(
        ({ name }) => !extensionInputs.has(`${node.name.value}.${name.value}`),
      ),
    }),
  });
  return removeUnused(core);
}

/** Prints the schema without extensions. */
export const printCore = (schema: GraphQLSchema): string => `${print(createCore(schema))}\n`;
