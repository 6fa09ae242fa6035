// The entry `avatar-graphql-hooks/queries`: options for any adapter of TanStack Query. It needs no React.
export * from './client-entry.ts';
export * from './queries.ts';
export { queryDefaults } from './query-defaults.ts';
export { getOperationKey, getResourceKey } from './query-keys.ts';
export {
  type OperationInfiniteQuery,
  type OperationMutation,
  type OperationQuery,
  operationInfiniteQuery,
  operationMutation,
  operationQuery,
  type PageParam,
} from './query-options.ts';
