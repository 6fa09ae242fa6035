import {
  type ASTNode,
  type ConstDirectiveNode,
  type EnumTypeDefinitionNode,
  type GraphQLSchema,
  type InputObjectTypeDefinitionNode,
  Kind,
  type NameNode,
  type ObjectTypeDefinitionNode,
  print,
  type ScalarTypeDefinitionNode,
  visit,
} from 'graphql';
import { createCore, createSortedDocument } from '../core.ts';
import { entityLookups } from '../resource-fields.ts';

/** The oldest version with these directives, which every Federation 2 composer supports. */
const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable", "@tag"])`;

/**
 * Composition by Apollo refuses directives without a definition. graphql-js specifies `@oneOf` itself, so that
 * `printSchema` omits it.
 */
const ONE_OF = 'directive @oneOf on INPUT_OBJECT';

/** Types that other subgraphs with Relay connections define identically. */
const SHAREABLE = new Set(['PageInfo']);

const createDirective = (name: string, args: Record<string, string> = {}): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: name },
  arguments: Object.entries(args).map(([name, value]) => ({
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: { kind: Kind.STRING, value },
  })),
});

/** Whether a type or field is part of the federation protocol itself, which the printed schema omits. */
const isProtocol = (node: ASTNode) => 'name' in node && (node.name?.value ?? '').startsWith('_');

/** Marks what the specification alone has, for contracts of a supergraph. */
const CORE = createDirective('tag', { name: 'core' });

type Definition =
  | ObjectTypeDefinitionNode
  | InputObjectTypeDefinitionNode
  | EnumTypeDefinitionNode
  | ScalarTypeDefinitionNode;

const listFields = (node: object): readonly { readonly name: NameNode }[] =>
  'fields' in node && Array.isArray(node.fields) ? node.fields : [];

/** Marks a type of the core, or its fields if others of them are extensions. */
function addTags<Node extends Definition>(node: Node, core: ReadonlyMap<string, object>): Node {
  const own = core.get(node.name.value);
  if (!own) return node;
  const names = new Set(listFields(own).map(({ name }) => name.value));
  const fields = listFields(node);
  if (names.size === fields.length) return { ...node, directives: addCore(node) };
  const tagged = fields.map((field) =>
    names.has(field.name.value) ? { ...field, directives: addCore(field) } : field,
  );
  return { ...node, fields: tagged };
}

const addCore = (node: object) => [
  ...('directives' in node && Array.isArray(node.directives) ? node.directives : []),
  CORE,
];

function addKey(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const { value } = type.name;
  const directives = [
    ...(entityLookups.has(value) ? [createDirective('key', { fields: 'id' })] : []),
    ...(SHAREABLE.has(value) ? [createDirective('shareable')] : []),
  ];
  return { ...type, directives };
}

const remove = (node: ASTNode) => (isProtocol(node) ? null : undefined);

/**
 * Prints a schema as an Apollo Federation 2 subgraph, sorted by name. It is the input of composition and the result of
 * `_service`.
 */
export function printSubgraph(schema: GraphQLSchema): string {
  const document = createSortedDocument(schema);
  const core = new Map(
    createCore(schema, document).definitions.flatMap((node) =>
      'name' in node && node.name ? [[node.name.value, node] as const] : [],
    ),
  );
  const tag = <Node extends Definition>(node: Node) => addTags(node, core);
  const subgraph = visit(document, {
    ScalarTypeDefinition: (node) => (isProtocol(node) ? null : tag(node)),
    EnumTypeDefinition: tag,
    InputObjectTypeDefinition: tag,
    UnionTypeDefinition: remove,
    FieldDefinition: remove,
    ObjectTypeDefinition: {
      // Fields of the protocol are removed by then.
      leave: (node) => (isProtocol(node) ? null : tag(addKey(node))),
    },
  });
  return `${LINK}\n\n${ONE_OF}\n\n${print(subgraph)}\n`;
}
