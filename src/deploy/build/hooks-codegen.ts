/**
 * A code generator plugin that writes the hooks: for each operation the calls that create its hooks. What hooks do is in
 * src/hooks.
 */
import {
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { describeOperation } from './describe-operation.ts';

const HEADER = `import * as documents from './document-strings.ts';
import { createInfiniteQueryHook, createSuspenseInfiniteQueryHook } from './infinite-query-hook.ts';
import { createMutationHook } from './mutation-hook.ts';
import { createQueryHook, createSuspenseQueryHook } from './query-hook.ts';`;

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
  return has('pageInfo', 'after') || has('nextPage', 'page');
};

function writeHooks(schema: GraphQLSchema, operation: OperationDefinitionNode): string {
  const name = operation.name?.value ?? '';
  const kinds =
    operation.operation === 'mutation'
      ? [['', 'Mutation']]
      : [
          ['', 'Query'],
          ['Suspense', 'Query'],
          ...(isPaged(operation)
            ? [
                ['Infinite', 'Query'],
                ['SuspenseInfinite', 'Query'],
              ]
            : []),
        ];
  const description = describeOperation(schema, operation);
  return kinds
    .map(
      ([kind, type]) =>
        `${description}\nexport const use${kind}${name}${type} = /*#__PURE__*/ create${kind}${type}Hook(documents.${name}Document);`,
    )
    .join('\n');
}

/** The plugin. */
export function plugin(
  schema: GraphQLSchema,
  files: readonly { readonly document?: DocumentNode }[],
): string {
  const operations = concatAST(files.flatMap(({ document }) => document ?? [])).definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  );
  return [HEADER, ...operations.map((operation) => writeHooks(schema, operation))].join('\n\n');
}
