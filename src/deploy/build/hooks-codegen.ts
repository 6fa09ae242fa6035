/**
 * A code generator plugin that writes the options of queries and mutations, or the hooks over them, for each operation.
 * What options and hooks do is in src/hooks.
 */
import {
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { describeOperation } from './describe-operation.ts';

/** The name of an operation with `suffix`, as that of a value. */
const nameValue = (name: string, suffix: string) =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}${suffix}`;

/** Whether the only field of a query is a connection. */
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
  return has('pageInfo', 'after');
};

/** Whether a variable has to be given. */
const isRequired = ({ variableDefinitions }: OperationDefinitionNode) =>
  variableDefinitions?.some(
    ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue,
  ) ?? false;

const getKinds = (operation: OperationDefinitionNode) =>
  isPaged(operation) ? ['', 'Infinite'] : [''];

/** Writes the options of an operation, a line each. */
function writeOptions(name: string, operation: OperationDefinitionNode): string[] {
  if (operation.operation === 'mutation')
    return [
      `${nameValue(name, 'Mutation')} = (client?: Client) => operationMutation(documents.${name}Document, client);`,
    ];
  const variables = `variables: Types.${name}QueryVariables${isRequired(operation) ? '' : ' = {}'}`;
  return getKinds(operation).map(
    (kind) =>
      `${nameValue(name, `${kind}Query`)} = (${variables}, client?: Client) => operation${kind}Query(documents.${name}Document, variables, client);`,
  );
}

/** Writes the hooks of an operation, a line each. */
function writeHooks(name: string, operation: OperationDefinitionNode): string[] {
  if (operation.operation === 'mutation') {
    const types = `Types.${name}Mutation, Types.${name}MutationVariables`;
    return [
      `use${name}Mutation = <Context = unknown>(options?: MutationOptions<${types}, Context>) => useMutation({ ...operationMutation(documents.${name}Document, useClient()), ...options });`,
    ];
  }
  const data = `Types.${name}Query`;
  return getKinds(operation).flatMap((kind) =>
    ['', 'Suspense'].map((suspense) => {
      const selected = kind ? `InfiniteData<${data}, PageParam>` : data;
      const options = `options?: ${suspense}${kind}QueryOptions<${data}, Selected>`;
      // A component that suspends always has data.
      const type = `${data}Variables${suspense ? '' : ' | SkipToken'}`;
      const variables = `variables: ${type}${isRequired(operation) ? '' : ' = {}'}`;
      const query = `operation${kind}Query(documents.${name}Document, variables, useCheckedClient(), options)`;
      return `use${suspense}${kind}${name}Query = <Selected = ${selected}>(${variables}, ${options}) => use${suspense}${kind}Query({ ...${query}, ...options });`;
    }),
  );
}

const FILES = {
  options: {
    header: `import type { Client } from './client.ts';
import * as documents from './document-strings.ts';
import { operationInfiniteQuery, operationMutation, operationQuery } from './query-options.ts';
import type * as Types from './types.ts';`,
    write: writeOptions,
  },
  hooks: {
    header: `import { type InfiniteData, type SkipToken, useInfiniteQuery, useMutation, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCheckedClient, useClient } from './client-provider.ts';
import * as documents from './document-strings.ts';
import type { InfiniteQueryOptions, MutationOptions, QueryOptions, SuspenseInfiniteQueryOptions, SuspenseQueryOptions } from './hook-options.ts';
import { operationInfiniteQuery, operationMutation, operationQuery, type PageParam } from './query-options.ts';
import type * as Types from './types.ts';`,
    write: writeHooks,
  },
};

/** The plugin. */
export function plugin(
  schema: GraphQLSchema,
  files: readonly { readonly document?: DocumentNode }[],
  { text }: { readonly text: keyof typeof FILES },
): string {
  const { header, write } = FILES[text];
  const operations = concatAST(files.flatMap(({ document }) => document ?? [])).definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  );
  const blocks = operations.map((operation) => {
    const description = describeOperation(schema, operation);
    const lines = write(operation.name?.value ?? '', operation);
    return lines.map((line) => `${description}\nexport const ${line}`).join('\n');
  });
  return [header, ...blocks].join('\n\n');
}
