/**
 * A code generator plugin that writes the hooks: for each operation its document, and calls that create its hooks. What
 * hooks do is in src/hooks.
 */
import {
  concatAST,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import {
  createOperation,
  type Fragments,
  listFragments,
  printDefinition,
} from '../../runtime/operations/operations.ts';

const HEADER = `import type * as Types from './types.ts';
import { createInfiniteQueryHook, createSuspenseInfiniteQueryHook } from './infinite-query-hook.ts';
import { createMutationHook } from './mutation-hook.ts';
import { createQueryHook, createSuspenseQueryHook } from './query-hook.ts';
import { TypedDocumentString } from './typed-document.ts';`;

/** Collects the paths of all records with an id, by their type. */
function collectResources(
  selectionSet: SelectionSetNode,
  parent: GraphQLOutputType,
  fragments: Fragments,
  path: readonly string[] = [],
  resources: Record<string, string[]> = {},
): Record<string, string[]> {
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      if (fragment) collectResources(fragment.selectionSet, parent, fragments, path, resources);
      continue;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT)
      throw new Error('Inline fragments are not supported in schema/operations.');
    const field = isObjectType(parent) && parent.getFields()[selection.name.value];
    if (!field || !selection.selectionSet) continue;
    const type = getNamedType(field.type);
    const fieldPath = [...path, selection.alias?.value ?? selection.name.value];
    if (isObjectType(type) && 'id' in type.getFields()) {
      resources[type.name] ??= [];
      resources[type.name]?.push(fieldPath.join('.'));
    }
    collectResources(selection.selectionSet, type, fragments, fieldPath, resources);
  }
  return resources;
}

/** Whether the only field of a query is a connection, or a list with page numbers. */
const isPaged = ({
  selectionSet: { selections },
  variableDefinitions,
}: OperationDefinitionNode) => {
  const variables = variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  const [list] = selections;
  if (selections.length !== 1 || list?.kind !== Kind.FIELD) return false;
  const fields = list.selectionSet?.selections.map((field) =>
    field.kind === Kind.FIELD ? field.name.value : '',
  );
  const has = (field: string, variable: string) =>
    fields?.includes(field) && variables.includes(variable);
  return has('pageInfo', 'after') || has('next', 'page');
};

const writeConstant = (name: string, value: string) =>
  `export const ${name} = /*#__PURE__*/ ${value};`;

const writeDocument = (name: string, types: string, text: string, metadata?: object) => {
  const argument = metadata ? `, ${JSON.stringify(metadata)}` : '';
  return writeConstant(name, `new TypedDocumentString<${types}>(\`${text}\`${argument})`);
};

function writeQuery(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): string[] {
  const name = operation.name?.value ?? '';
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no queries.');
  const document = `${name}Document`;
  const hook = (kind: string) =>
    writeConstant(`use${kind}${name}Query`, `create${kind}QueryHook(${document})`);
  const kinds = ['', 'Suspense', ...(isPaged(operation) ? ['Infinite', 'SuspenseInfinite'] : [])];
  const { body, id: hash } = createOperation(operation, fragments);
  const resources = collectResources(operation.selectionSet, query, fragments);
  return [
    writeDocument(document, `Types.${name}Query, Types.${name}QueryVariables`, body, {
      hash,
      ...(Object.keys(resources).length > 0 && { resources }),
    }),
    ...kinds.map(hook),
  ];
}

function writeMutation(operation: OperationDefinitionNode, fragments: Fragments): string[] {
  const name = operation.name?.value ?? '';
  const types = `Types.${name}Mutation, Types.${name}MutationVariables`;
  const { body, id: hash } = createOperation(operation, fragments);
  return [
    writeDocument(`${name}Document`, types, body, { hash }),
    writeConstant(`use${name}Mutation`, `createMutationHook(${name}Document)`),
  ];
}

/** The plugin. */
export function plugin(
  schema: GraphQLSchema,
  files: readonly { readonly document?: DocumentNode }[],
): string {
  const merged = concatAST(files.flatMap(({ document }) => document ?? []));
  const fragments = listFragments(merged);
  const operations = merged.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const blocks = [
    ...[...fragments].map(([name, fragment]) => [
      writeDocument(
        `${name}FragmentDoc`,
        `Types.${name}Fragment, unknown`,
        printDefinition(fragment, fragments),
      ),
    ]),
    ...operations.map((operation) =>
      operation.operation === 'mutation'
        ? writeMutation(operation, fragments)
        : writeQuery(schema, operation, fragments),
    ),
  ];
  return [HEADER, ...blocks.map((lines) => lines.join('\n'))].join('\n\n');
}
