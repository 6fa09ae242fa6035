// Generated from schema/operations by `npm run generate`; not to be edited.
import type { Client } from './client.ts';
import * as documents from './document-strings.ts';
import { operationInfiniteQuery, operationMutation, operationQuery } from './query-options.ts';
import type * as Types from './types.ts';

/** Lists personas. */
export const personasQuery = (variables: Types.PersonasQueryVariables = {}, client?: Client) => operationQuery(documents.PersonasDocument, variables, client);
/** Lists personas. */
export const personasInfiniteQuery = (variables: Types.PersonasQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.PersonasDocument, variables, client);

/** Returns a persona by id, or null. */
export const personaQuery = (variables: Types.PersonaQueryVariables, client?: Client) => operationQuery(documents.PersonaDocument, variables, client);

/** Returns at most 100 personas by id. */
export const personasByIdsQuery = (variables: Types.PersonasByIdsQueryVariables, client?: Client) => operationQuery(documents.PersonasByIdsDocument, variables, client);

/** Creates a persona. With widgetConfig, it makes two upstream calls. */
export const createPersonaMutation = (client?: Client) => operationMutation(documents.CreatePersonaDocument, client);

/** Updates a persona. Extension: personas. */
export const updatePersonaMutation = (client?: Client) => operationMutation(documents.UpdatePersonaDocument, client);

/** Deletes a persona. Extension: personas. */
export const deletePersonaMutation = (client?: Client) => operationMutation(documents.DeletePersonaDocument, client);

/** Lists avatars. Extension: avatars. */
export const avatarsQuery = (variables: Types.AvatarsQueryVariables = {}, client?: Client) => operationQuery(documents.AvatarsDocument, variables, client);
/** Lists avatars. Extension: avatars. */
export const avatarsInfiniteQuery = (variables: Types.AvatarsQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.AvatarsDocument, variables, client);

/** Returns an avatar by id, or null. */
export const avatarQuery = (variables: Types.AvatarQueryVariables, client?: Client) => operationQuery(documents.AvatarDocument, variables, client);

/** Returns at most 100 avatars by id. */
export const avatarsByIdsQuery = (variables: Types.AvatarsByIdsQueryVariables, client?: Client) => operationQuery(documents.AvatarsByIdsDocument, variables, client);

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const createAvatarMutation = (client?: Client) => operationMutation(documents.CreateAvatarDocument, client);

/** Renames an avatar. Extension: avatars. */
export const updateAvatarMutation = (client?: Client) => operationMutation(documents.UpdateAvatarDocument, client);

/** Deletes an avatar. Personas keep its id. Extension: avatars. */
export const deleteAvatarMutation = (client?: Client) => operationMutation(documents.DeleteAvatarDocument, client);

/** Returns the raw JSON that the upstream returns for an avatar. Callers with a JWT need the scopes records:read and prompts:read. */
export const avatarRecordQuery = (variables: Types.AvatarRecordQueryVariables, client?: Client) => operationQuery(documents.AvatarRecordDocument, variables, client);

/** Lists tools. Extension: tools. */
export const toolsQuery = (variables: Types.ToolsQueryVariables = {}, client?: Client) => operationQuery(documents.ToolsDocument, variables, client);
/** Lists tools. Extension: tools. */
export const toolsInfiniteQuery = (variables: Types.ToolsQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.ToolsDocument, variables, client);

/** Returns at most 100 tools by id. */
export const toolsByIdsQuery = (variables: Types.ToolsByIdsQueryVariables, client?: Client) => operationQuery(documents.ToolsByIdsDocument, variables, client);

/** Creates a tool. To attach it to a persona, add its id to toolIds of the persona. Extension: tools. */
export const createToolMutation = (client?: Client) => operationMutation(documents.CreateToolDocument, client);

/** Deletes a tool. */
export const deleteToolMutation = (client?: Client) => operationMutation(documents.DeleteToolDocument, client);

/** Returns the raw JSON that the upstream returns for a tool. Callers with a JWT need the scopes records:read and prompts:read. */
export const toolRecordQuery = (variables: Types.ToolRecordQueryVariables, client?: Client) => operationQuery(documents.ToolRecordDocument, variables, client);

/** Lists voices. Extension: voices. */
export const voicesQuery = (variables: Types.VoicesQueryVariables = {}, client?: Client) => operationQuery(documents.VoicesDocument, variables, client);
/** Lists voices. Extension: voices. */
export const voicesInfiniteQuery = (variables: Types.VoicesQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.VoicesDocument, variables, client);

/** Returns a voice by id, or null. Extension: voices. */
export const voiceQuery = (variables: Types.VoiceQueryVariables, client?: Client) => operationQuery(documents.VoiceDocument, variables, client);

/** Returns at most 100 voices by id. Extension: voices. */
export const voicesByIdsQuery = (variables: Types.VoicesByIdsQueryVariables, client?: Client) => operationQuery(documents.VoicesByIdsDocument, variables, client);

/** Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes. */
export const createVoiceMutation = (client?: Client) => operationMutation(documents.CreateVoiceDocument, client);

/** Deletes a voice. Personas keep its id. Extension: voices. */
export const deleteVoiceMutation = (client?: Client) => operationMutation(documents.DeleteVoiceDocument, client);

/** Returns the raw JSON that the upstream returns for a voice. Callers with a JWT need the scopes records:read and prompts:read. */
export const voiceRecordQuery = (variables: Types.VoiceRecordQueryVariables, client?: Client) => operationQuery(documents.VoiceRecordDocument, variables, client);

/** Lists LLMs. Extension: llms, except for built-in ones. */
export const llmsQuery = (variables: Types.LlmsQueryVariables = {}, client?: Client) => operationQuery(documents.LlmsDocument, variables, client);
/** Lists LLMs. Extension: llms, except for built-in ones. */
export const llmsInfiniteQuery = (variables: Types.LlmsQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.LlmsDocument, variables, client);

/** Returns an LLM by id, or null. Extension: llms, except for built-in ones. */
export const llmQuery = (variables: Types.LlmQueryVariables, client?: Client) => operationQuery(documents.LlmDocument, variables, client);

/** Returns at most 100 LLMs by id. Extension: llms, except for built-in ones. */
export const llmsByIdsQuery = (variables: Types.LlmsByIdsQueryVariables, client?: Client) => operationQuery(documents.LlmsByIdsDocument, variables, client);

/** Deletes an LLM. Personas keep its id. Built-in LLMs cannot be deleted. Extension: llms. */
export const deleteLlmMutation = (client?: Client) => operationMutation(documents.DeleteLlmDocument, client);

/** Returns the raw JSON that the upstream returns for an LLM. Callers with a JWT need the scopes records:read and prompts:read. */
export const llmRecordQuery = (variables: Types.LlmRecordQueryVariables, client?: Client) => operationQuery(documents.LlmRecordDocument, variables, client);

/** Lists share links. Extension: share-links. */
export const shareLinksQuery = (variables: Types.ShareLinksQueryVariables = {}, client?: Client) => operationQuery(documents.ShareLinksDocument, variables, client);
/** Lists share links. Extension: share-links. */
export const shareLinksInfiniteQuery = (variables: Types.ShareLinksQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.ShareLinksDocument, variables, client);

/** Returns a share link by id, or null. Extension: share-links. */
export const shareLinkQuery = (variables: Types.ShareLinkQueryVariables, client?: Client) => operationQuery(documents.ShareLinkDocument, variables, client);

/** Returns at most 100 share links by id. Extension: share-links. */
export const shareLinksByIdsQuery = (variables: Types.ShareLinksByIdsQueryVariables, client?: Client) => operationQuery(documents.ShareLinksByIdsDocument, variables, client);

/** Updates a share link. Extension: share-links. */
export const updateShareLinkMutation = (client?: Client) => operationMutation(documents.UpdateShareLinkDocument, client);

/** Deletes a share link. It can no longer be used. Extension: share-links. */
export const deleteShareLinkMutation = (client?: Client) => operationMutation(documents.DeleteShareLinkDocument, client);

/** Returns the raw JSON that the upstream returns for a share link. Callers with a JWT need the scopes records:read and prompts:read. */
export const shareLinkRecordQuery = (variables: Types.ShareLinkRecordQueryVariables, client?: Client) => operationQuery(documents.ShareLinkRecordDocument, variables, client);

/** Lists meeting invites. Extension: meetings. */
export const meetingInvitesQuery = (variables: Types.MeetingInvitesQueryVariables = {}, client?: Client) => operationQuery(documents.MeetingInvitesDocument, variables, client);
/** Lists meeting invites. Extension: meetings. */
export const meetingInvitesInfiniteQuery = (variables: Types.MeetingInvitesQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.MeetingInvitesDocument, variables, client);

/** Returns a meeting invite by id, or null. Extension: meetings. */
export const meetingInviteQuery = (variables: Types.MeetingInviteQueryVariables, client?: Client) => operationQuery(documents.MeetingInviteDocument, variables, client);

/** Returns at most 100 meeting invites by id. Extension: meetings. */
export const meetingInvitesByIdsQuery = (variables: Types.MeetingInvitesByIdsQueryVariables, client?: Client) => operationQuery(documents.MeetingInvitesByIdsDocument, variables, client);

/** Invites a persona to a video meeting. Extension: meetings. */
export const createMeetingInviteMutation = (client?: Client) => operationMutation(documents.CreateMeetingInviteDocument, client);

/** Returns the raw JSON that the upstream returns for a meeting invite. Callers with a JWT need the scopes records:read and prompts:read. */
export const meetingInviteRecordQuery = (variables: Types.MeetingInviteRecordQueryVariables, client?: Client) => operationQuery(documents.MeetingInviteRecordDocument, variables, client);

/** Lists sessions. Extension: sessions. */
export const sessionsQuery = (variables: Types.SessionsQueryVariables = {}, client?: Client) => operationQuery(documents.SessionsDocument, variables, client);
/** Lists sessions. Extension: sessions. */
export const sessionsInfiniteQuery = (variables: Types.SessionsQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.SessionsDocument, variables, client);

/** Returns a session by id, or null. Extension: sessions. */
export const sessionQuery = (variables: Types.SessionQueryVariables, client?: Client) => operationQuery(documents.SessionDocument, variables, client);

/** Returns at most 100 sessions by id. Extension: sessions. */
export const sessionsByIdsQuery = (variables: Types.SessionsByIdsQueryVariables, client?: Client) => operationQuery(documents.SessionsByIdsDocument, variables, client);

/** Lists knowledge groups. Extension: knowledge. */
export const knowledgeGroupsQuery = (variables: Types.KnowledgeGroupsQueryVariables = {}, client?: Client) => operationQuery(documents.KnowledgeGroupsDocument, variables, client);
/** Lists knowledge groups. Extension: knowledge. */
export const knowledgeGroupsInfiniteQuery = (variables: Types.KnowledgeGroupsQueryVariables = {}, client?: Client) => operationInfiniteQuery(documents.KnowledgeGroupsDocument, variables, client);

/** Returns at most 100 knowledge groups by id. Extension: knowledge. */
export const knowledgeGroupsByIdsQuery = (variables: Types.KnowledgeGroupsByIdsQueryVariables, client?: Client) => operationQuery(documents.KnowledgeGroupsByIdsDocument, variables, client);

/** Creates a knowledge group. Extension: knowledge. */
export const createKnowledgeGroupMutation = (client?: Client) => operationMutation(documents.CreateKnowledgeGroupDocument, client);

/** Updates a knowledge group. Extension: knowledge. */
export const updateKnowledgeGroupMutation = (client?: Client) => operationMutation(documents.UpdateKnowledgeGroupDocument, client);

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep the id. Extension: knowledge. */
export const deleteKnowledgeGroupMutation = (client?: Client) => operationMutation(documents.DeleteKnowledgeGroupDocument, client);

/** Returns the raw JSON that the upstream returns for a knowledge group. Callers with a JWT need the scopes records:read and prompts:read. */
export const knowledgeGroupRecordQuery = (variables: Types.KnowledgeGroupRecordQueryVariables, client?: Client) => operationQuery(documents.KnowledgeGroupRecordDocument, variables, client);

/** Returns a knowledge document by id, or null. Extension: knowledge. */
export const knowledgeDocumentQuery = (variables: Types.KnowledgeDocumentQueryVariables, client?: Client) => operationQuery(documents.KnowledgeDocumentDocument, variables, client);

/** Returns at most 100 knowledge documents by id. Extension: knowledge. */
export const knowledgeDocumentsByIdsQuery = (variables: Types.KnowledgeDocumentsByIdsQueryVariables, client?: Client) => operationQuery(documents.KnowledgeDocumentsByIdsDocument, variables, client);

/** Adds a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED. */
export const createKnowledgeDocumentMutation = (client?: Client) => operationMutation(documents.CreateKnowledgeDocumentDocument, client);

/** Renames a knowledge document. Extension: knowledge. */
export const updateKnowledgeDocumentMutation = (client?: Client) => operationMutation(documents.UpdateKnowledgeDocumentDocument, client);

/** Deletes a knowledge document. Extension: knowledge. */
export const deleteKnowledgeDocumentMutation = (client?: Client) => operationMutation(documents.DeleteKnowledgeDocumentDocument, client);

/** Returns the raw JSON that the upstream returns for a knowledge document. Callers with a JWT need the scopes records:read and prompts:read. */
export const knowledgeDocumentRecordQuery = (variables: Types.KnowledgeDocumentRecordQueryVariables, client?: Client) => operationQuery(documents.KnowledgeDocumentRecordDocument, variables, client);

/** Creates a token for a visitor without a login, which the page keeps. An operation can have this field once. It makes no upstream call, and fails with NOT_SUPPORTED if the policy has no guests. */
export const createGuestTokenMutation = (client?: Client) => operationMutation(documents.CreateGuestTokenDocument, client);

/** Returns a knowledge group by id, or null. Extension: knowledge. */
export const knowledgeGroupQuery = (variables: Types.KnowledgeGroupQueryVariables, client?: Client) => operationQuery(documents.KnowledgeGroupDocument, variables, client);

/** Searches the documents of a knowledge group, best match first. Null if the group does not exist. */
export const searchKnowledgeQuery = (variables: Types.SearchKnowledgeQueryVariables, client?: Client) => operationQuery(documents.SearchKnowledgeDocument, variables, client);

/** Returns the file name of a knowledge document and a URL to download it, which is valid for a short time. */
export const knowledgeDownloadQuery = (variables: Types.KnowledgeDownloadQueryVariables, client?: Client) => operationQuery(documents.KnowledgeDownloadDocument, variables, client);

/** Returns the knowledge groups that the tools of a persona search. Callers with a JWT need the scope prompts:read. */
export const personaKnowledgeQuery = (variables: Types.PersonaKnowledgeQueryVariables, client?: Client) => operationQuery(documents.PersonaKnowledgeDocument, variables, client);

/** Returns the knowledge groups that a tool searches. */
export const toolKnowledgeQuery = (variables: Types.ToolKnowledgeQueryVariables, client?: Client) => operationQuery(documents.ToolKnowledgeDocument, variables, client);

/** Creates a custom LLM. No response has its API key. Extension: llms. */
export const createLlmMutation = (client?: Client) => operationMutation(documents.CreateLlmDocument, client);

/** Updates a custom LLM, not a built-in one. Extension: llms. */
export const updateLlmMutation = (client?: Client) => operationMutation(documents.UpdateLlmDocument, client);

/** Cancels a meeting invite. A joined persona leaves. Extension: meetings. */
export const cancelMeetingInviteMutation = (client?: Client) => operationMutation(documents.CancelMeetingInviteDocument, client);

/** Returns the session of a meeting invite, once it has started. */
export const meetingInviteSessionQuery = (variables: Types.MeetingInviteSessionQueryVariables, client?: Client) => operationQuery(documents.MeetingInviteSessionDocument, variables, client);

/** Returns how a persona is made: system prompt, first message and personality. Callers with a JWT need the scope prompts:read. */
export const personaPromptsQuery = (variables: Types.PersonaPromptsQueryVariables, client?: Client) => operationQuery(documents.PersonaPromptsDocument, variables, client);

/** Returns the voice and the tools of a persona. */
export const personaPartsQuery = (variables: Types.PersonaPartsQueryVariables, client?: Client) => operationQuery(documents.PersonaPartsDocument, variables, client);

/** Returns the raw JSON that the upstream returns for a persona. Callers with a JWT need the scopes records:read and prompts:read. */
export const personaRecordQuery = (variables: Types.PersonaRecordQueryVariables, client?: Client) => operationQuery(documents.PersonaRecordDocument, variables, client);

/** Returns the raw JSON that the upstream returns for a session. Callers with a JWT need the scopes records:read and prompts:read. */
export const sessionRecordQuery = (variables: Types.SessionRecordQueryVariables, client?: Client) => operationQuery(documents.SessionRecordDocument, variables, client);

/** Creates a session token. The API key stays on the server. */
export const createSessionTokenMutation = (client?: Client) => operationMutation(documents.CreateSessionTokenDocument, client);

/** Creates a session token whose persona the client chooses. @deprecated Use createSessionToken, which sets the persona on the server. */
export const createLegacySessionTokenMutation = (client?: Client) => operationMutation(documents.CreateLegacySessionTokenDocument, client);

/** Returns the sessions of a persona, latest first. */
export const personaSessionsQuery = (variables: Types.PersonaSessionsQueryVariables, client?: Client) => operationQuery(documents.PersonaSessionsDocument, variables, client);

/** Returns statistics of the sessions of a persona. */
export const personaStatisticsQuery = (variables: Types.PersonaStatisticsQueryVariables, client?: Client) => operationQuery(documents.PersonaStatisticsDocument, variables, client);

/** Returns the tool calls of a session. */
export const sessionToolCallsQuery = (variables: Types.SessionToolCallsQueryVariables, client?: Client) => operationQuery(documents.SessionToolCallsDocument, variables, client);

/** Returns the transcript of a session, and whether the session is live. */
export const sessionTranscriptQuery = (variables: Types.SessionTranscriptQueryVariables, client?: Client) => operationQuery(documents.SessionTranscriptDocument, variables, client);

/** Returns the recording of a session. */
export const sessionRecordingQuery = (variables: Types.SessionRecordingQueryVariables, client?: Client) => operationQuery(documents.SessionRecordingDocument, variables, client);

/** Returns the turns of a session with their durations. */
export const sessionTurnsQuery = (variables: Types.SessionTurnsQueryVariables, client?: Client) => operationQuery(documents.SessionTurnsDocument, variables, client);

/** Returns how many sessions run, and how many can. Extension: sessions. */
export const sessionConcurrencyQuery = (variables: Types.SessionConcurrencyQueryVariables = {}, client?: Client) => operationQuery(documents.SessionConcurrencyDocument, variables, client);

/** Stops a session. It ends shortly afterwards, so it can still be live in the result. Poll `endedAt` to see when it has ended. Extension: sessions. */
export const stopSessionMutation = (client?: Client) => operationMutation(documents.StopSessionDocument, client);

/** Returns the numbers of turns of sessions; null for a session without analytics. */
export const sessionTurnCountsQuery = (variables: Types.SessionTurnCountsQueryVariables, client?: Client) => operationQuery(documents.SessionTurnCountsDocument, variables, client);

/** Returns latencies, errors and other statistics of all sessions in a time range. Extension: sessions. */
export const sessionStatisticsQuery = (variables: Types.SessionStatisticsQueryVariables = {}, client?: Client) => operationQuery(documents.SessionStatisticsDocument, variables, client);

/** Returns the share links of a persona. */
export const personaShareLinksQuery = (variables: Types.PersonaShareLinksQueryVariables, client?: Client) => operationQuery(documents.PersonaShareLinksDocument, variables, client);

/** Creates a share link for a persona. Extension: share-links. */
export const createShareLinkMutation = (client?: Client) => operationMutation(documents.CreateShareLinkDocument, client);

/** Returns a tool by id, or null if it does not exist. Callers with a JWT need the scope prompts:read, as for UpdateTool. */
export const toolQuery = (variables: Types.ToolQueryVariables, client?: Client) => operationQuery(documents.ToolDocument, variables, client);

/** Updates a tool. */
export const updateToolMutation = (client?: Client) => operationMutation(documents.UpdateToolDocument, client);

/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const viewerQuery = (variables: Types.ViewerQueryVariables = {}, client?: Client) => operationQuery(documents.ViewerDocument, variables, client);

/** Updates a voice. Extension: voices. */
export const updateVoiceMutation = (client?: Client) => operationMutation(documents.UpdateVoiceDocument, client);

/** Creates a URL for the upload of a recording of up to 50 MB. Send the file to the URL with PUT and the same Content-Type, and then pass the key to createVoice. Extension: voices. */
export const createVoiceUploadMutation = (client?: Client) => operationMutation(documents.CreateVoiceUploadDocument, client);