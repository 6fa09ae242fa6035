// Generated from schema/operations by `npm run generate`; not to be edited.
import * as documents from './document-strings.ts';
import { createInfiniteQueryHook, createSuspenseInfiniteQueryHook } from './infinite-query-hook.ts';
import { createMutationHook } from './mutation-hook.ts';
import { createQueryHook, createSuspenseQueryHook } from './query-hook.ts';

/** Returns a page of avatars. */
export const useAvatarsQuery = /*#__PURE__*/ createQueryHook(documents.AvatarsDocument);
/** Returns a page of avatars. */
export const useSuspenseAvatarsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.AvatarsDocument);
/** Returns a page of avatars. */
export const useInfiniteAvatarsQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.AvatarsDocument);
/** Returns a page of avatars. */
export const useSuspenseInfiniteAvatarsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.AvatarsDocument);

/** Returns avatars as a cursor connection, for infinite scrolling. */
export const useAvatarsConnectionQuery = /*#__PURE__*/ createQueryHook(documents.AvatarsConnectionDocument);
/** Returns avatars as a cursor connection, for infinite scrolling. */
export const useSuspenseAvatarsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.AvatarsConnectionDocument);
/** Returns avatars as a cursor connection, for infinite scrolling. */
export const useInfiniteAvatarsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.AvatarsConnectionDocument);
/** Returns avatars as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteAvatarsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.AvatarsConnectionDocument);

/** Returns avatars by id, in the order of `ids`; null for each id that no avatar has. */
export const useAvatarsByIdsQuery = /*#__PURE__*/ createQueryHook(documents.AvatarsByIdsDocument);
/** Returns avatars by id, in the order of `ids`; null for each id that no avatar has. */
export const useSuspenseAvatarsByIdsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.AvatarsByIdsDocument);

/** Returns an avatar by id, or null if no avatar has it. */
export const useAvatarQuery = /*#__PURE__*/ createQueryHook(documents.AvatarDocument);
/** Returns an avatar by id, or null if no avatar has it. */
export const useSuspenseAvatarQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.AvatarDocument);

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const useCreateAvatarMutation = /*#__PURE__*/ createMutationHook(documents.CreateAvatarDocument);

/** Renames an avatar. */
export const useUpdateAvatarMutation = /*#__PURE__*/ createMutationHook(documents.UpdateAvatarDocument);

/** Deletes an avatar. Personas that use it keep the id. */
export const useDeleteAvatarMutation = /*#__PURE__*/ createMutationHook(documents.DeleteAvatarDocument);

/** Returns all knowledge groups. */
export const useKnowledgeGroupsQuery = /*#__PURE__*/ createQueryHook(documents.KnowledgeGroupsDocument);
/** Returns all knowledge groups. */
export const useSuspenseKnowledgeGroupsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.KnowledgeGroupsDocument);

/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const useKnowledgeGroupQuery = /*#__PURE__*/ createQueryHook(documents.KnowledgeGroupDocument);
/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const useSuspenseKnowledgeGroupQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.KnowledgeGroupDocument);

/** Creates a knowledge group. */
export const useCreateKnowledgeGroupMutation = /*#__PURE__*/ createMutationHook(documents.CreateKnowledgeGroupDocument);

/** Updates a knowledge group. */
export const useUpdateKnowledgeGroupMutation = /*#__PURE__*/ createMutationHook(documents.UpdateKnowledgeGroupDocument);

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep its id. */
export const useDeleteKnowledgeGroupMutation = /*#__PURE__*/ createMutationHook(documents.DeleteKnowledgeGroupDocument);

/** Searches the documents of a knowledge group, best match first. */
export const useSearchKnowledgeQuery = /*#__PURE__*/ createQueryHook(documents.SearchKnowledgeDocument);
/** Searches the documents of a knowledge group, best match first. */
export const useSuspenseSearchKnowledgeQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SearchKnowledgeDocument);

/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const useKnowledgeDocumentQuery = /*#__PURE__*/ createQueryHook(documents.KnowledgeDocumentDocument);
/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const useSuspenseKnowledgeDocumentQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.KnowledgeDocumentDocument);

/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const useKnowledgeDownloadQuery = /*#__PURE__*/ createQueryHook(documents.KnowledgeDownloadDocument);
/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const useSuspenseKnowledgeDownloadQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.KnowledgeDownloadDocument);

/** Uploads a document to a knowledge group. Its text is processed afterwards: read its status until it is READY or FAILED. */
export const useUploadKnowledgeDocumentMutation = /*#__PURE__*/ createMutationHook(documents.UploadKnowledgeDocumentDocument);

/** Renames a knowledge document. */
export const useUpdateKnowledgeDocumentMutation = /*#__PURE__*/ createMutationHook(documents.UpdateKnowledgeDocumentDocument);

/** Deletes a knowledge document. */
export const useDeleteKnowledgeDocumentMutation = /*#__PURE__*/ createMutationHook(documents.DeleteKnowledgeDocumentDocument);

/** Returns a tool by id, or null if no tool has it. */
export const useToolKnowledgeQuery = /*#__PURE__*/ createQueryHook(documents.ToolKnowledgeDocument);
/** Returns a tool by id, or null if no tool has it. */
export const useSuspenseToolKnowledgeQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ToolKnowledgeDocument);

/** Returns a page of LLMs. */
export const useLlmsQuery = /*#__PURE__*/ createQueryHook(documents.LlmsDocument);
/** Returns a page of LLMs. */
export const useSuspenseLlmsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.LlmsDocument);
/** Returns a page of LLMs. */
export const useInfiniteLlmsQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.LlmsDocument);
/** Returns a page of LLMs. */
export const useSuspenseInfiniteLlmsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.LlmsDocument);

/** Returns LLMs as a cursor connection, for infinite scrolling. */
export const useLlmsConnectionQuery = /*#__PURE__*/ createQueryHook(documents.LlmsConnectionDocument);
/** Returns LLMs as a cursor connection, for infinite scrolling. */
export const useSuspenseLlmsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.LlmsConnectionDocument);
/** Returns LLMs as a cursor connection, for infinite scrolling. */
export const useInfiniteLlmsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.LlmsConnectionDocument);
/** Returns LLMs as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteLlmsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.LlmsConnectionDocument);

/** Returns an LLM by id, or null if no LLM has it. */
export const useLlmQuery = /*#__PURE__*/ createQueryHook(documents.LlmDocument);
/** Returns an LLM by id, or null if no LLM has it. */
export const useSuspenseLlmQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.LlmDocument);

/** Creates a custom LLM. Its API key is stored by the upstream and never returned. */
export const useCreateLlmMutation = /*#__PURE__*/ createMutationHook(documents.CreateLlmDocument);

/** Updates a custom LLM. Built-in LLMs cannot be changed. */
export const useUpdateLlmMutation = /*#__PURE__*/ createMutationHook(documents.UpdateLlmDocument);

/** Deletes an LLM. Built-in LLMs cannot be deleted. Personas that use it keep the id. */
export const useDeleteLlmMutation = /*#__PURE__*/ createMutationHook(documents.DeleteLlmDocument);

/** Returns a page of meeting invites. */
export const useMeetingInvitesQuery = /*#__PURE__*/ createQueryHook(documents.MeetingInvitesDocument);
/** Returns a page of meeting invites. */
export const useSuspenseMeetingInvitesQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.MeetingInvitesDocument);
/** Returns a page of meeting invites. */
export const useInfiniteMeetingInvitesQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.MeetingInvitesDocument);
/** Returns a page of meeting invites. */
export const useSuspenseInfiniteMeetingInvitesQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.MeetingInvitesDocument);

/** Returns meeting invites as a cursor connection, for infinite scrolling. */
export const useMeetingInvitesConnectionQuery = /*#__PURE__*/ createQueryHook(documents.MeetingInvitesConnectionDocument);
/** Returns meeting invites as a cursor connection, for infinite scrolling. */
export const useSuspenseMeetingInvitesConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.MeetingInvitesConnectionDocument);
/** Returns meeting invites as a cursor connection, for infinite scrolling. */
export const useInfiniteMeetingInvitesConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.MeetingInvitesConnectionDocument);
/** Returns meeting invites as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteMeetingInvitesConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.MeetingInvitesConnectionDocument);

/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const useMeetingInviteQuery = /*#__PURE__*/ createQueryHook(documents.MeetingInviteDocument);
/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const useSuspenseMeetingInviteQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.MeetingInviteDocument);

/** Invites a persona to a video meeting. */
export const useCreateMeetingInviteMutation = /*#__PURE__*/ createMutationHook(documents.CreateMeetingInviteDocument);

/** Cancels a meeting invite. A persona that has joined leaves. */
export const useCancelMeetingInviteMutation = /*#__PURE__*/ createMutationHook(documents.CancelMeetingInviteDocument);

/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const useMeetingInviteSessionQuery = /*#__PURE__*/ createQueryHook(documents.MeetingInviteSessionDocument);
/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const useSuspenseMeetingInviteSessionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.MeetingInviteSessionDocument);

/** Returns a page of personas. */
export const usePersonasQuery = /*#__PURE__*/ createQueryHook(documents.PersonasDocument);
/** Returns a page of personas. */
export const useSuspensePersonasQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.PersonasDocument);
/** Returns a page of personas. */
export const useInfinitePersonasQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.PersonasDocument);
/** Returns a page of personas. */
export const useSuspenseInfinitePersonasQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.PersonasDocument);

/** Returns personas as a cursor connection, for infinite scrolling. */
export const usePersonasConnectionQuery = /*#__PURE__*/ createQueryHook(documents.PersonasConnectionDocument);
/** Returns personas as a cursor connection, for infinite scrolling. */
export const useSuspensePersonasConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.PersonasConnectionDocument);
/** Returns personas as a cursor connection, for infinite scrolling. */
export const useInfinitePersonasConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.PersonasConnectionDocument);
/** Returns personas as a cursor connection, for infinite scrolling. */
export const useSuspenseInfinitePersonasConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.PersonasConnectionDocument);

/** Returns a persona by id, or null if no persona has it. */
export const usePersonaQuery = /*#__PURE__*/ createQueryHook(documents.PersonaDocument);
/** Returns a persona by id, or null if no persona has it. */
export const useSuspensePersonaQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.PersonaDocument);

/** Returns a persona by id, or null if no persona has it. */
export const usePersonaPartsQuery = /*#__PURE__*/ createQueryHook(documents.PersonaPartsDocument);
/** Returns a persona by id, or null if no persona has it. */
export const useSuspensePersonaPartsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.PersonaPartsDocument);

/** Creates a persona. */
export const useCreatePersonaMutation = /*#__PURE__*/ createMutationHook(documents.CreatePersonaDocument);

/** Updates a persona. */
export const useUpdatePersonaMutation = /*#__PURE__*/ createMutationHook(documents.UpdatePersonaDocument);

/** Deletes a persona. */
export const useDeletePersonaMutation = /*#__PURE__*/ createMutationHook(documents.DeletePersonaDocument);

/** Returns a persona by id, or null if no persona has it. */
export const usePersonaRecordQuery = /*#__PURE__*/ createQueryHook(documents.PersonaRecordDocument);
/** Returns a persona by id, or null if no persona has it. */
export const useSuspensePersonaRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.PersonaRecordDocument);

/** Returns an avatar by id, or null if no avatar has it. */
export const useAvatarRecordQuery = /*#__PURE__*/ createQueryHook(documents.AvatarRecordDocument);
/** Returns an avatar by id, or null if no avatar has it. */
export const useSuspenseAvatarRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.AvatarRecordDocument);

/** Returns a tool by id, or null if no tool has it. */
export const useToolRecordQuery = /*#__PURE__*/ createQueryHook(documents.ToolRecordDocument);
/** Returns a tool by id, or null if no tool has it. */
export const useSuspenseToolRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ToolRecordDocument);

/** Returns a voice by id, or null if no voice has it. */
export const useVoiceRecordQuery = /*#__PURE__*/ createQueryHook(documents.VoiceRecordDocument);
/** Returns a voice by id, or null if no voice has it. */
export const useSuspenseVoiceRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.VoiceRecordDocument);

/** Returns an LLM by id, or null if no LLM has it. */
export const useLlmRecordQuery = /*#__PURE__*/ createQueryHook(documents.LlmRecordDocument);
/** Returns an LLM by id, or null if no LLM has it. */
export const useSuspenseLlmRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.LlmRecordDocument);

/** Returns a session by id, or null if no session has it. */
export const useSessionRecordQuery = /*#__PURE__*/ createQueryHook(documents.SessionRecordDocument);
/** Returns a session by id, or null if no session has it. */
export const useSuspenseSessionRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionRecordDocument);

/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const useKnowledgeGroupRecordQuery = /*#__PURE__*/ createQueryHook(documents.KnowledgeGroupRecordDocument);
/** Returns a knowledge group by id, or null if no knowledge group has it. */
export const useSuspenseKnowledgeGroupRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.KnowledgeGroupRecordDocument);

/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const useKnowledgeDocumentRecordQuery = /*#__PURE__*/ createQueryHook(documents.KnowledgeDocumentRecordDocument);
/** Returns a knowledge document by id, or null if no knowledge document has it. */
export const useSuspenseKnowledgeDocumentRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.KnowledgeDocumentRecordDocument);

/** Returns a share link by id, or null if no share link has it. */
export const useShareLinkRecordQuery = /*#__PURE__*/ createQueryHook(documents.ShareLinkRecordDocument);
/** Returns a share link by id, or null if no share link has it. */
export const useSuspenseShareLinkRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ShareLinkRecordDocument);

/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const useMeetingInviteRecordQuery = /*#__PURE__*/ createQueryHook(documents.MeetingInviteRecordDocument);
/** Returns a meeting invite by id, or null if no meeting invite has it. */
export const useSuspenseMeetingInviteRecordQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.MeetingInviteRecordDocument);

/** Creates a session token for one persona. The API key stays on the server. */
export const useCreateSessionTokenMutation = /*#__PURE__*/ createMutationHook(documents.CreateSessionTokenDocument);

/** Creates a session token without a persona; the client chooses the persona. @deprecated Use createSessionToken, which sets the persona on the server. */
export const useCreateLegacySessionTokenMutation = /*#__PURE__*/ createMutationHook(documents.CreateLegacySessionTokenDocument);

/** Returns a page of sessions. */
export const useSessionsQuery = /*#__PURE__*/ createQueryHook(documents.SessionsDocument);
/** Returns a page of sessions. */
export const useSuspenseSessionsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionsDocument);
/** Returns a page of sessions. */
export const useInfiniteSessionsQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.SessionsDocument);
/** Returns a page of sessions. */
export const useSuspenseInfiniteSessionsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.SessionsDocument);

/** Returns sessions as a cursor connection, for infinite scrolling. */
export const useSessionsConnectionQuery = /*#__PURE__*/ createQueryHook(documents.SessionsConnectionDocument);
/** Returns sessions as a cursor connection, for infinite scrolling. */
export const useSuspenseSessionsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionsConnectionDocument);
/** Returns sessions as a cursor connection, for infinite scrolling. */
export const useInfiniteSessionsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.SessionsConnectionDocument);
/** Returns sessions as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteSessionsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.SessionsConnectionDocument);

/** Returns a session by id, or null if no session has it. */
export const useSessionQuery = /*#__PURE__*/ createQueryHook(documents.SessionDocument);
/** Returns a session by id, or null if no session has it. */
export const useSuspenseSessionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionDocument);

/** Returns a session by id, or null if no session has it. */
export const useSessionToolCallsQuery = /*#__PURE__*/ createQueryHook(documents.SessionToolCallsDocument);
/** Returns a session by id, or null if no session has it. */
export const useSuspenseSessionToolCallsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionToolCallsDocument);

/** Returns a session by id, or null if no session has it. */
export const useSessionTranscriptQuery = /*#__PURE__*/ createQueryHook(documents.SessionTranscriptDocument);
/** Returns a session by id, or null if no session has it. */
export const useSuspenseSessionTranscriptQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionTranscriptDocument);

/** Returns a session by id, or null if no session has it. */
export const useSessionRecordingQuery = /*#__PURE__*/ createQueryHook(documents.SessionRecordingDocument);
/** Returns a session by id, or null if no session has it. */
export const useSuspenseSessionRecordingQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionRecordingDocument);

/** Returns a session by id, or null if no session has it. */
export const useSessionTurnsQuery = /*#__PURE__*/ createQueryHook(documents.SessionTurnsDocument);
/** Returns a session by id, or null if no session has it. */
export const useSuspenseSessionTurnsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionTurnsDocument);

/** Returns how many sessions run, and whether another one can start. */
export const useSessionConcurrencyQuery = /*#__PURE__*/ createQueryHook(documents.SessionConcurrencyDocument);
/** Returns how many sessions run, and whether another one can start. */
export const useSuspenseSessionConcurrencyQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionConcurrencyDocument);

/** Returns the analytics of all sessions in a time range. */
export const useSessionAnalyticsQuery = /*#__PURE__*/ createQueryHook(documents.SessionAnalyticsDocument);
/** Returns the analytics of all sessions in a time range. */
export const useSuspenseSessionAnalyticsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.SessionAnalyticsDocument);

/** Stops a session. It ends soon afterwards: read its `endTime` to know when. */
export const useStopSessionMutation = /*#__PURE__*/ createMutationHook(documents.StopSessionDocument);

/** Returns a page of share links. */
export const useShareLinksQuery = /*#__PURE__*/ createQueryHook(documents.ShareLinksDocument);
/** Returns a page of share links. */
export const useSuspenseShareLinksQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ShareLinksDocument);
/** Returns a page of share links. */
export const useInfiniteShareLinksQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.ShareLinksDocument);
/** Returns a page of share links. */
export const useSuspenseInfiniteShareLinksQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.ShareLinksDocument);

/** Returns share links as a cursor connection, for infinite scrolling. */
export const useShareLinksConnectionQuery = /*#__PURE__*/ createQueryHook(documents.ShareLinksConnectionDocument);
/** Returns share links as a cursor connection, for infinite scrolling. */
export const useSuspenseShareLinksConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ShareLinksConnectionDocument);
/** Returns share links as a cursor connection, for infinite scrolling. */
export const useInfiniteShareLinksConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.ShareLinksConnectionDocument);
/** Returns share links as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteShareLinksConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.ShareLinksConnectionDocument);

/** Returns a share link by id, or null if no share link has it. */
export const useShareLinkQuery = /*#__PURE__*/ createQueryHook(documents.ShareLinkDocument);
/** Returns a share link by id, or null if no share link has it. */
export const useSuspenseShareLinkQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ShareLinkDocument);

/** Returns a persona by id, or null if no persona has it. */
export const usePersonaShareLinksQuery = /*#__PURE__*/ createQueryHook(documents.PersonaShareLinksDocument);
/** Returns a persona by id, or null if no persona has it. */
export const useSuspensePersonaShareLinksQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.PersonaShareLinksDocument);

/** Creates a share link of a persona. */
export const useCreateShareLinkMutation = /*#__PURE__*/ createMutationHook(documents.CreateShareLinkDocument);

/** Updates a share link. */
export const useUpdateShareLinkMutation = /*#__PURE__*/ createMutationHook(documents.UpdateShareLinkDocument);

/** Deletes a share link. It no longer opens the persona. */
export const useDeleteShareLinkMutation = /*#__PURE__*/ createMutationHook(documents.DeleteShareLinkDocument);

/** Returns a tool by id, or null if no tool has it. */
export const useToolQuery = /*#__PURE__*/ createQueryHook(documents.ToolDocument);
/** Returns a tool by id, or null if no tool has it. */
export const useSuspenseToolQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ToolDocument);

/** Returns a page of tools. */
export const useToolsQuery = /*#__PURE__*/ createQueryHook(documents.ToolsDocument);
/** Returns a page of tools. */
export const useSuspenseToolsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ToolsDocument);
/** Returns a page of tools. */
export const useInfiniteToolsQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.ToolsDocument);
/** Returns a page of tools. */
export const useSuspenseInfiniteToolsQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.ToolsDocument);

/** Returns tools as a cursor connection, for infinite scrolling. */
export const useToolsConnectionQuery = /*#__PURE__*/ createQueryHook(documents.ToolsConnectionDocument);
/** Returns tools as a cursor connection, for infinite scrolling. */
export const useSuspenseToolsConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ToolsConnectionDocument);
/** Returns tools as a cursor connection, for infinite scrolling. */
export const useInfiniteToolsConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.ToolsConnectionDocument);
/** Returns tools as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteToolsConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.ToolsConnectionDocument);

/** Returns tools by id, in the order of `ids`; null for each id that no tool has. */
export const useToolsByIdsQuery = /*#__PURE__*/ createQueryHook(documents.ToolsByIdsDocument);
/** Returns tools by id, in the order of `ids`; null for each id that no tool has. */
export const useSuspenseToolsByIdsQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.ToolsByIdsDocument);

/** Creates a tool. Attach it to a persona by toolIds. */
export const useCreateToolMutation = /*#__PURE__*/ createMutationHook(documents.CreateToolDocument);

/** Updates a tool. */
export const useUpdateToolMutation = /*#__PURE__*/ createMutationHook(documents.UpdateToolDocument);

/** Deletes a tool. */
export const useDeleteToolMutation = /*#__PURE__*/ createMutationHook(documents.DeleteToolDocument);

/** Returns a page of voices. */
export const useVoicesQuery = /*#__PURE__*/ createQueryHook(documents.VoicesDocument);
/** Returns a page of voices. */
export const useSuspenseVoicesQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.VoicesDocument);
/** Returns a page of voices. */
export const useInfiniteVoicesQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.VoicesDocument);
/** Returns a page of voices. */
export const useSuspenseInfiniteVoicesQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.VoicesDocument);

/** Returns voices as a cursor connection, for infinite scrolling. */
export const useVoicesConnectionQuery = /*#__PURE__*/ createQueryHook(documents.VoicesConnectionDocument);
/** Returns voices as a cursor connection, for infinite scrolling. */
export const useSuspenseVoicesConnectionQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.VoicesConnectionDocument);
/** Returns voices as a cursor connection, for infinite scrolling. */
export const useInfiniteVoicesConnectionQuery = /*#__PURE__*/ createInfiniteQueryHook(documents.VoicesConnectionDocument);
/** Returns voices as a cursor connection, for infinite scrolling. */
export const useSuspenseInfiniteVoicesConnectionQuery = /*#__PURE__*/ createSuspenseInfiniteQueryHook(documents.VoicesConnectionDocument);

/** Returns a voice by id, or null if no voice has it. */
export const useVoiceQuery = /*#__PURE__*/ createQueryHook(documents.VoiceDocument);
/** Returns a voice by id, or null if no voice has it. */
export const useSuspenseVoiceQuery = /*#__PURE__*/ createSuspenseQueryHook(documents.VoiceDocument);

/** Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes. */
export const useCreateVoiceMutation = /*#__PURE__*/ createMutationHook(documents.CreateVoiceDocument);

/** Updates a voice. */
export const useUpdateVoiceMutation = /*#__PURE__*/ createMutationHook(documents.UpdateVoiceDocument);

/** Deletes a voice. Personas that use it keep the id. */
export const useDeleteVoiceMutation = /*#__PURE__*/ createMutationHook(documents.DeleteVoiceDocument);

/** Creates a URL to which a recording of up to 50 MB is sent by PUT, with the same Content-Type. Afterwards, createVoice takes its key. */
export const useCreateVoiceUploadMutation = /*#__PURE__*/ createMutationHook(documents.CreateVoiceUploadDocument);