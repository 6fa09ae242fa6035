export { ClientProvider, useClient } from './client-provider.ts';
export * from './hooks.ts';
export { useOptimisticDelete, useOptimisticUpdate } from './optimistic.ts';
export {
  createPollingHook,
  type PollingResult,
  useKnowledgeDocumentPolling,
  useKnowledgeGroupPolling,
  useMeetingInvitePolling,
  useSessionTranscriptPolling,
} from './polling-hook.ts';
export * from './queries-entry.ts';
export { useUploadVoiceMutation } from './upload-voice-hook.ts';
