import {
  type ASTNode,
  type ConstDirectiveNode,
  type GraphQLSchema,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import { entityLookups } from '../lookup-fields.ts';
import { sortSchema } from '../sort-schema.ts';

/** The oldest version with both directives, which every Federation 2 composer supports. */
const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])`;

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

function addDirectives(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
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
  const document = parse(printSchema(sortSchema(schema)), { noLocation: true });
  const subgraph = visit(document, {
    ScalarTypeDefinition: remove,
    UnionTypeDefinition: remove,
    FieldDefinition: remove,
    ObjectTypeDefinition: (node) => (isProtocol(node) ? null : addDirectives(node)),
  });
  return `${LINK}\n\n${ONE_OF}\n\n${print(subgraph)}\n`;
}
