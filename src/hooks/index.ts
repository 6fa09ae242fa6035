export * from './client-entry.ts';
export { ClientProvider, useClient } from './client-provider.ts';
export { configureHooks } from './default-client.ts';
export * from './generated.ts';
export { getNodes } from './get-nodes.ts';
export { useOptimisticDelete, useOptimisticUpdate } from './optimistic.ts';
export {
  createPollingHook,
  type PollingResult,
  useKnowledgeDocumentPolling,
  useKnowledgeGroupPolling,
  useMeetingInvitePolling,
  useSessionTranscriptPolling,
} from './polling-hook.ts';
export { queryDefaults } from './query-defaults.ts';
export { getResourceKey } from './query-keys.ts';
export { useUploadVoiceMutation } from './upload-voice-hook.ts';
