import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tool } from '@modelcontextprotocol/server';
import {
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  separateOperations,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { MAX_PER_PAGE } from '../../contract/page.ts';
import { getFieldScopes } from '../../graphql/authorization/payload-scopes.ts';
import type { Scope } from '../../policy/scopes.ts';
import { getPackagePath } from '../../shared/package-path.ts';
import { type Fragments, getFragments, listSelectedFields } from '../../shared/selected-fields.ts';
import { CATALOG } from './catalog.ts';
import { type JsonSchema, toJson, toJsonSchema } from './json-schema.ts';

/** Documents by the name of their operation, each with the fragments that it uses and no others. */
export type Operations = Readonly<Record<string, DocumentNode>>;

/**
 * Reads the operations of `schema/operations`.
 * @throws Error if a file cannot be read or has a syntax error.
 */
export async function readOperations(): Promise<Operations> {
  const folder = getPackagePath('schema/operations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return separateOperations(concatAST(texts.map((text) => parse(text))));
}

/** An operation as a tool of the Model Context Protocol. */
export interface McpTool {
  readonly definition: Tool;
  /** The document to execute. */
  readonly query: string;
  /** Names of the operation's variables. */
  readonly variables: ReadonlySet<string>;
  readonly scopes: readonly Scope[];
}

/** The bounds of the arguments of lists. GraphQL cannot declare them. */
const BOUNDS: Readonly<Record<string, JsonSchema>> = {
  page: { minimum: 1 },
  first: { minimum: 0, maximum: MAX_PER_PAGE },
};

/** Descriptions of arguments that need none in the graph. */
const IDS = new Map([
  ['id', 'Id of the record.'],
  ['ids', 'Ids of the records, at most 100.'],
]);

/**
 * Returns what the graph says of the arguments that variables are sent as, and of the types of inputs, by the name of
 * the variable.
 */
function describeVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, string> {
  const descriptions = new Map<string, string>();
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    Variable: ({ name }) => {
      const argument = typeInfo.getArgument();
      const type = argument && getNamedType(argument.type);
      const own = argument?.description ?? IDS.get(argument?.name ?? '');
      const texts = [own, isInputObjectType(type) ? type.description : ''];
      descriptions.set(name.value, texts.filter(Boolean).join(' '));
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
  const isList = variableDefinitions.some(({ variable }) => variable.name.value === 'after');
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
      ...(isList && BOUNDS[name]),
      ...(description && { description }),
      ...(defaultValue && { default: toJson(defaultValue) }),
    };
    if (isRequired) required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Prints the fields of a result: `persona { id name }`. */
function printFields(selectionSet: SelectionSetNode, fragments: Fragments): string {
  const fields = listSelectedFields(selectionSet, fragments).map(
    ({ alias, name, selectionSet: below }) =>
      `${(alias ?? name).value}${below ? ` { ${printFields(below, fragments)} }` : ''}`,
  );
  return [...new Set(fields)].join(' ');
}

/** Scopes without which an operation has no result, wherever it selects what they allow. */
const ESSENTIAL: readonly Scope[] = ['prompts:read', 'transcripts:read'];

/** Returns the scopes that an operation requires, whatever its arguments are: those of its root fields, and essential ones. */
function getScopes(schema: GraphQLSchema, document: DocumentNode): readonly Scope[] {
  const scopes = new Set<Scope>();
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    Field: () => {
      const field = typeInfo.getFieldDef();
      const isRoot = [schema.getQueryType(), schema.getMutationType()].some(
        (root) => root === typeInfo.getParentType(),
      );
      for (const scope of field ? getFieldScopes(field) : [])
        if (isRoot || ESSENTIAL.includes(scope)) scopes.add(scope);
    },
  });
  visit(document, visitor);
  return [...scopes];
}

/** Returns hints for clients that ask before they change something. Only creations are additive. */
const createAnnotations = (name: string, { operation }: OperationDefinitionNode) =>
  operation === 'query'
    ? { readOnlyHint: true }
    : { readOnlyHint: false, destructiveHint: !name.startsWith('Create') };

/** The name of an operation in words: `Create session token`. */
const toTitle = (name: string) =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Creates the tools of a catalog: a text for each operation that is a tool. An operation with a required variable that
 * cannot be sent as JSON, or that is a secret, is no tool.
 */
export function createTools(
  schema: GraphQLSchema,
  operations: Operations,
  catalog: Readonly<Record<string, string>> = CATALOG,
): ReadonlyMap<string, McpTool> {
  const tools = new Map<string, McpTool>();
  for (const [name, text] of Object.entries(catalog)) {
    const document = operations[name];
    const operation = document && getOperationAST(document, name);
    const inputSchema = operation && createInputSchema(schema, document, operation);
    if (!inputSchema) continue;
    tools.set(name, {
      definition: {
        name,
        title: toTitle(name),
        description: `${text}\nResult: ${printFields(operation.selectionSet, getFragments(document))}`,
        inputSchema,
        annotations: createAnnotations(name, operation),
      },
      query: print(document),
      variables: new Set(Object.keys(inputSchema.properties ?? {})),
      scopes: getScopes(schema, document),
    });
  }
  return tools;
}
