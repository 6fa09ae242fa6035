// The entry `avatar-graphql-hooks/queries`: options for any adapter of TanStack Query. It needs no React.
export * from './client-entry.ts';
export { configureDefaultClient } from './default-client.ts';
export type { OperationMutation } from './mutation-options.ts';
export * from './queries.ts';
export { queryDefaults } from './query-defaults.ts';
export { getOperationKey, getResourceKey } from './query-keys.ts';
export {
  getNodes,
  type OperationInfiniteQuery,
  type OperationQuery,
  type PageParam,
} from './query-options.ts';
export { uploadVoiceMutation } from './upload-voice.ts';
