import {
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  Kind,
  type ObjectTypeDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';

const HEADER = '# Generated from the schema by `npm run generate`; not to be edited.';

/** The names of a resource. */
interface Names {
  /** Of a record. */
  readonly name: string;
  /** Of its list. */
  readonly collection: string;
  /** A record in sentences, with its article. */
  readonly one: string;
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type Types = ReadonlyMap<string, ObjectTypeDefinitionNode>;

/** Returns the object types of a schema by name. Arguments are as documents write them. */
const readTypes = (schema: GraphQLSchema): Types =>
  new Map(
    parse(printSchema(schema)).definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );

const getNamedType = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : getNamedType(type.type);

/** Returns the names of the operations and fragments of a document, and of the fragments that it uses. */
function listNames(document: DocumentNode) {
  const operations = new Set<string>();
  const fragments = new Set<string>();
  const used = new Set<string>();
  visit(document, {
    OperationDefinition: ({ name }) => void operations.add(name?.value ?? ''),
    FragmentDefinition: ({ name }) => void fragments.add(name.value),
    FragmentSpread: ({ name }) => void used.add(name.value),
  });
  return { operations, fragments, used };
}

/** Writes an operation of a root field. All arguments are variables. */
function writeOperation(kind: string, field: FieldDefinitionNode, selection: string): string {
  const { name, arguments: args = [] } = field;
  const variables = args.map(({ name, type, defaultValue }) => {
    const value = defaultValue ? ` = ${print(defaultValue)}` : '';
    return `$${name.value}: ${print(type)}${value}`;
  });
  const given = args.map(({ name }) => `${name.value}: $${name.value}`);
  return `${kind} ${capitalize(name.value)}(${variables.join()}) { ${name.value}(${given.join()}) { ${selection} } }`;
}

/** Writes a fragment with all fields of a type that need no arguments, except records. */
function writeFragment(name: string, types: Types): string {
  const selected = types.get(name)?.fields?.flatMap((field) => {
    const type = types.get(getNamedType(field.type));
    const isRecord = type?.fields?.some(({ name }) => name.value === 'id');
    if (isRecord || field.arguments?.length) return [];
    return [type ? `${field.name.value} { ...${type.name.value}Fields }` : field.name.value];
  });
  return print(parse(`fragment ${name}Fields on ${name} { ${selected?.join(' ')} }`));
}

/**
 * Writes the operations that all resources have, except those that are written by hand: the list, the lookups by id, the
 * raw JSON, creation, update and deletion. They select the fragment `…Card` of the type, or else `…Fields`; a list also
 * `…Item`, and the lookup of one record `…Details`, if these are written. A fragment `…Fields` that is used, but not
 * written, has all fields of its type.
 * @param own what is written by hand.
 */
export function writeStandardOperations(
  schema: GraphQLSchema,
  own: DocumentNode,
  resources: readonly Names[],
): string {
  const { operations, fragments } = listNames(own);
  const types = readTypes(schema);
  const texts: string[] = [];
  const add = (kind: OperationTypeNode, name: string, selection: string) => {
    const field = types.get(capitalize(kind))?.fields?.find((field) => field.name.value === name);
    if (field && !operations.has(capitalize(name)))
      texts.push(print(parse(writeOperation(kind, field, selection))));
  };
  for (const { name, collection, one } of resources) {
    const type = capitalize(name);
    const card = fragments.has(`${type}Card`) ? `${type}Card` : `${type}Fields`;
    const select = (further?: string) =>
      `id ...${card} ${fragments.has(`${type}${further}`) ? `...${type}${further}` : ''}`;
    const list = `totalCount pageInfo { ...PageInfoFields } nodes { ${select('Item')} }`;
    add(OperationTypeNode.QUERY, collection, list);
    add(OperationTypeNode.QUERY, name, select('Details'));
    add(OperationTypeNode.QUERY, `${collection}ByIds`, select());
    for (const verb of ['create', 'update'])
      add(OperationTypeNode.MUTATION, `${verb}${type}`, `${name} { ${select()} }`);
    add(OperationTypeNode.MUTATION, `delete${type}`, 'deletedId');
    if (!operations.has(`${type}Record`))
      texts.push(`# Returns the raw JSON that the upstream returns for ${one}. Callers with a JWT need the scopes records:read and prompts:read.
${print(parse(`query ${type}Record($id: ID!) { ${name}(id: $id) { id record } }`))}`);
  }
  // The fragments of a fragment are added to the set, and so visited too.
  const { used } = listNames(parse([print(own), ...texts].join('\n')));
  for (const fragment of used) {
    if (fragments.has(fragment)) continue;
    const text = writeFragment(fragment.replace(/Fields$/, ''), types);
    texts.push(text);
    for (const name of listNames(parse(text)).used) used.add(name);
  }
  return [HEADER, ...texts].join('\n\n');
}
