import type { Tool } from '@modelcontextprotocol/server';
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type JsonSchema, toJson, toJsonSchema } from './json-schema.ts';
import type { Operations } from './operations.ts';

/** An operation as a tool of the Model Context Protocol. */
export interface McpTool {
  readonly definition: Tool;
  /** The document to execute. */
  readonly query: string;
  /** Names of the operation's variables. */
  readonly variables: ReadonlySet<string>;
}

/** Returns what the graph says of the arguments that variables are sent as, by the name of the variable. */
function describeVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, string> {
  const descriptions = new Map<string, string>();
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    Variable: ({ name }) => {
      const description = typeInfo.getArgument()?.description;
      if (description) descriptions.set(name.value, description);
    },
  });
  visit(document, visitor);
  return descriptions;
}

/** Returns undefined if a required variable cannot be sent as JSON. */
function createInputSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Tool['inputSchema'] | undefined {
  const descriptions = describeVariables(schema, document);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { variable, type: typeNode, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode);
    const variableSchema = isInputType(type) ? toJsonSchema(type) : undefined;
    const isRequired = typeNode.kind === Kind.NON_NULL_TYPE && !defaultValue;
    if (!variableSchema && isRequired) return undefined;
    if (!variableSchema) continue;
    const description = descriptions.get(name);
    properties[name] = {
      ...variableSchema,
      ...(description && { description }),
      ...(defaultValue && { default: toJson(defaultValue) }),
    };
    if (isRequired) required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Lists the fields of a result, with those of fragments in place. */
function listFields(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) {
      const { alias, name, selectionSet } = selection;
      const fields = selectionSet ? ` { ${printFields(document, selectionSet)} }` : '';
      return [`${(alias ?? name).value}${fields}`];
    }
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return listFields(document, selection.selectionSet);
    const fragment = document.definitions.find(
      (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
    );
    return fragment && 'selectionSet' in fragment
      ? listFields(document, fragment.selectionSet)
      : [];
  });
}

/** Prints the fields of a result: `persona { id name }`. */
const printFields = (document: DocumentNode, selectionSet: SelectionSetNode): string =>
  [...new Set(listFields(document, selectionSet))].join(' ');

/** The root fields of an operation. */
const getRootFields = ({ selectionSet }: OperationDefinitionNode): readonly string[] =>
  selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));

/** Describes an operation by its root fields. Further paragraphs of the graph are about other clients. */
function describeOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): string {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const sentences = getRootFields(operation).flatMap((name) => {
    const { description, deprecationReason } = fields[name] ?? {};
    const [summary = ''] = (description ?? '').split('\n\n');
    return [summary, deprecationReason ? `Deprecated: ${deprecationReason}` : ''];
  });
  const result = `Result: ${printFields(document, operation.selectionSet)}`;
  return [...sentences, result].filter((text) => text !== '').join('\n');
}

/** Returns hints for clients that ask before they change something. Only creations are additive. */
function createAnnotations(operation: OperationDefinitionNode): NonNullable<Tool['annotations']> {
  if (operation.operation === 'query') return { readOnlyHint: true };
  const fields = getRootFields(operation);
  return {
    readOnlyHint: false,
    destructiveHint: !fields.every((name) => name.startsWith('create')),
    idempotentHint: fields.every((name) => /^(update|delete)/.test(name)),
  };
}

/** The name of an operation in words: `Create session token`. */
const toTitle = (name: string) =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Creates a tool for each operation, by name. Operations with a required variable that cannot be sent as JSON are left
 * out.
 */
export function createTools(
  schema: GraphQLSchema,
  operations: Operations,
): ReadonlyMap<string, McpTool> {
  const tools = new Map<string, McpTool>();
  for (const [name, document] of Object.entries(operations)) {
    const operation = getOperationAST(document, name);
    const inputSchema = operation && createInputSchema(schema, document, operation);
    if (!operation || !inputSchema) continue;
    tools.set(name, {
      definition: {
        name,
        title: toTitle(name),
        description: describeOperation(schema, document, operation),
        inputSchema,
        annotations: createAnnotations(operation),
      },
      query: print(document),
      variables: new Set(Object.keys(inputSchema.properties ?? {})),
    });
  }
  return tools;
}
