// Generated from schema/operations by `npm run generate`; not to be edited.
import type { Client } from './client.ts';
import * as documents from './document-strings.ts';
import { getMutationOptions } from './mutation-options.ts';
import { getInfiniteQueryOptions, getQueryOptions } from './query-options.ts';
import type * as Types from './types.ts';

/** Lists avatars. */
export const avatarsQuery = (variables: Types.AvatarsQueryVariables = {}, client?: Client) => getQueryOptions(documents.AvatarsDocument, variables, client);
/** Lists avatars. */
export const avatarsInfiniteQuery = (variables: Types.AvatarsQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.AvatarsDocument, variables, client);

/** Returns avatars by id, in the order of `ids`; null for each id that does not exist. */
export const avatarsByIdsQuery = (variables: Types.AvatarsByIdsQueryVariables, client?: Client) => getQueryOptions(documents.AvatarsByIdsDocument, variables, client);

/** Returns an avatar by id, or null if it does not exist. */
export const avatarQuery = (variables: Types.AvatarQueryVariables, client?: Client) => getQueryOptions(documents.AvatarDocument, variables, client);

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const createAvatarMutation = (client?: Client) => getMutationOptions(documents.CreateAvatarDocument, client);

/** Renames an avatar. */
export const updateAvatarMutation = (client?: Client) => getMutationOptions(documents.UpdateAvatarDocument, client);

/** Deletes an avatar. Personas that use it keep the id. */
export const deleteAvatarMutation = (client?: Client) => getMutationOptions(documents.DeleteAvatarDocument, client);

/** Returns all error codes and their meanings. Returns all validation issue codes and their meanings. */
export const errorCodesQuery = (variables: Types.ErrorCodesQueryVariables = {}, client?: Client) => getQueryOptions(documents.ErrorCodesDocument, variables, client);

/** Lists knowledge groups. */
export const knowledgeGroupsQuery = (variables: Types.KnowledgeGroupsQueryVariables = {}, client?: Client) => getQueryOptions(documents.KnowledgeGroupsDocument, variables, client);
/** Lists knowledge groups. */
export const knowledgeGroupsInfiniteQuery = (variables: Types.KnowledgeGroupsQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.KnowledgeGroupsDocument, variables, client);

/** Returns a knowledge group by id, or null if it does not exist. */
export const knowledgeGroupQuery = (variables: Types.KnowledgeGroupQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeGroupDocument, variables, client);

/** Creates a knowledge group. */
export const createKnowledgeGroupMutation = (client?: Client) => getMutationOptions(documents.CreateKnowledgeGroupDocument, client);

/** Updates a knowledge group. */
export const updateKnowledgeGroupMutation = (client?: Client) => getMutationOptions(documents.UpdateKnowledgeGroupDocument, client);

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep the id. */
export const deleteKnowledgeGroupMutation = (client?: Client) => getMutationOptions(documents.DeleteKnowledgeGroupDocument, client);

/** Returns a knowledge group by id, or null if it does not exist. */
export const searchKnowledgeQuery = (variables: Types.SearchKnowledgeQueryVariables, client?: Client) => getQueryOptions(documents.SearchKnowledgeDocument, variables, client);

/** Returns a knowledge document by id, or null if it does not exist. */
export const knowledgeDocumentQuery = (variables: Types.KnowledgeDocumentQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeDocumentDocument, variables, client);

/** Returns a knowledge document by id, or null if it does not exist. */
export const knowledgeDownloadQuery = (variables: Types.KnowledgeDownloadQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeDownloadDocument, variables, client);

/** Uploads a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED. */
export const uploadKnowledgeDocumentMutation = (client?: Client) => getMutationOptions(documents.UploadKnowledgeDocumentDocument, client);

/** Renames a knowledge document. */
export const updateKnowledgeDocumentMutation = (client?: Client) => getMutationOptions(documents.UpdateKnowledgeDocumentDocument, client);

/** Deletes a knowledge document. */
export const deleteKnowledgeDocumentMutation = (client?: Client) => getMutationOptions(documents.DeleteKnowledgeDocumentDocument, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaKnowledgeQuery = (variables: Types.PersonaKnowledgeQueryVariables, client?: Client) => getQueryOptions(documents.PersonaKnowledgeDocument, variables, client);

/** Returns a tool by id, or null if it does not exist. */
export const toolKnowledgeQuery = (variables: Types.ToolKnowledgeQueryVariables, client?: Client) => getQueryOptions(documents.ToolKnowledgeDocument, variables, client);

/** Returns knowledge groups by id, in the order of `ids`; null for each id that does not exist. */
export const knowledgeGroupsByIdsQuery = (variables: Types.KnowledgeGroupsByIdsQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeGroupsByIdsDocument, variables, client);

/** Returns knowledge documents by id, in the order of `ids`; null for each id that does not exist. */
export const knowledgeDocumentsByIdsQuery = (variables: Types.KnowledgeDocumentsByIdsQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeDocumentsByIdsDocument, variables, client);

/** Lists LLMs. */
export const llmsQuery = (variables: Types.LlmsQueryVariables = {}, client?: Client) => getQueryOptions(documents.LlmsDocument, variables, client);
/** Lists LLMs. */
export const llmsInfiniteQuery = (variables: Types.LlmsQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.LlmsDocument, variables, client);

/** Returns an LLM by id, or null if it does not exist. */
export const llmQuery = (variables: Types.LlmQueryVariables, client?: Client) => getQueryOptions(documents.LlmDocument, variables, client);

/** Creates a custom LLM. Its API key is stored by the upstream and never returned. */
export const createLlmMutation = (client?: Client) => getMutationOptions(documents.CreateLlmDocument, client);

/** Updates a custom LLM. Built-in LLMs cannot be changed. */
export const updateLlmMutation = (client?: Client) => getMutationOptions(documents.UpdateLlmDocument, client);

/** Deletes an LLM. Built-in LLMs cannot be deleted. Personas that use it keep the id. */
export const deleteLlmMutation = (client?: Client) => getMutationOptions(documents.DeleteLlmDocument, client);

/** Returns LLMs by id, in the order of `ids`; null for each id that does not exist. */
export const llmsByIdsQuery = (variables: Types.LlmsByIdsQueryVariables, client?: Client) => getQueryOptions(documents.LlmsByIdsDocument, variables, client);

/** Lists meeting invites. */
export const meetingInvitesQuery = (variables: Types.MeetingInvitesQueryVariables = {}, client?: Client) => getQueryOptions(documents.MeetingInvitesDocument, variables, client);
/** Lists meeting invites. */
export const meetingInvitesInfiniteQuery = (variables: Types.MeetingInvitesQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.MeetingInvitesDocument, variables, client);

/** Returns a meeting invite by id, or null if it does not exist. */
export const meetingInviteQuery = (variables: Types.MeetingInviteQueryVariables, client?: Client) => getQueryOptions(documents.MeetingInviteDocument, variables, client);

/** Invites a persona to a video meeting. */
export const createMeetingInviteMutation = (client?: Client) => getMutationOptions(documents.CreateMeetingInviteDocument, client);

/** Cancels a meeting invite. A persona that has joined leaves. */
export const cancelMeetingInviteMutation = (client?: Client) => getMutationOptions(documents.CancelMeetingInviteDocument, client);

/** Returns a meeting invite by id, or null if it does not exist. */
export const meetingInviteSessionQuery = (variables: Types.MeetingInviteSessionQueryVariables, client?: Client) => getQueryOptions(documents.MeetingInviteSessionDocument, variables, client);

/** Returns meeting invites by id, in the order of `ids`; null for each id that does not exist. */
export const meetingInvitesByIdsQuery = (variables: Types.MeetingInvitesByIdsQueryVariables, client?: Client) => getQueryOptions(documents.MeetingInvitesByIdsDocument, variables, client);

/** Lists personas. */
export const personasQuery = (variables: Types.PersonasQueryVariables = {}, client?: Client) => getQueryOptions(documents.PersonasDocument, variables, client);
/** Lists personas. */
export const personasInfiniteQuery = (variables: Types.PersonasQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.PersonasDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaQuery = (variables: Types.PersonaQueryVariables, client?: Client) => getQueryOptions(documents.PersonaDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaPromptsQuery = (variables: Types.PersonaPromptsQueryVariables, client?: Client) => getQueryOptions(documents.PersonaPromptsDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaPartsQuery = (variables: Types.PersonaPartsQueryVariables, client?: Client) => getQueryOptions(documents.PersonaPartsDocument, variables, client);

/** Creates a persona. With widgetConfig, this takes two calls to the upstream. */
export const createPersonaMutation = (client?: Client) => getMutationOptions(documents.CreatePersonaDocument, client);

/** Updates a persona. */
export const updatePersonaMutation = (client?: Client) => getMutationOptions(documents.UpdatePersonaDocument, client);

/** Deletes a persona. */
export const deletePersonaMutation = (client?: Client) => getMutationOptions(documents.DeletePersonaDocument, client);

/** Returns personas by id, in the order of `ids`; null for each id that does not exist. */
export const personasByIdsQuery = (variables: Types.PersonasByIdsQueryVariables, client?: Client) => getQueryOptions(documents.PersonasByIdsDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaRecordQuery = (variables: Types.PersonaRecordQueryVariables, client?: Client) => getQueryOptions(documents.PersonaRecordDocument, variables, client);

/** Returns an avatar by id, or null if it does not exist. */
export const avatarRecordQuery = (variables: Types.AvatarRecordQueryVariables, client?: Client) => getQueryOptions(documents.AvatarRecordDocument, variables, client);

/** Returns a tool by id, or null if it does not exist. */
export const toolRecordQuery = (variables: Types.ToolRecordQueryVariables, client?: Client) => getQueryOptions(documents.ToolRecordDocument, variables, client);

/** Returns a voice by id, or null if it does not exist. */
export const voiceRecordQuery = (variables: Types.VoiceRecordQueryVariables, client?: Client) => getQueryOptions(documents.VoiceRecordDocument, variables, client);

/** Returns an LLM by id, or null if it does not exist. */
export const llmRecordQuery = (variables: Types.LlmRecordQueryVariables, client?: Client) => getQueryOptions(documents.LlmRecordDocument, variables, client);

/** Returns a session by id, or null if it does not exist. */
export const sessionRecordQuery = (variables: Types.SessionRecordQueryVariables, client?: Client) => getQueryOptions(documents.SessionRecordDocument, variables, client);

/** Returns a knowledge group by id, or null if it does not exist. */
export const knowledgeGroupRecordQuery = (variables: Types.KnowledgeGroupRecordQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeGroupRecordDocument, variables, client);

/** Returns a knowledge document by id, or null if it does not exist. */
export const knowledgeDocumentRecordQuery = (variables: Types.KnowledgeDocumentRecordQueryVariables, client?: Client) => getQueryOptions(documents.KnowledgeDocumentRecordDocument, variables, client);

/** Returns a share link by id, or null if it does not exist. */
export const shareLinkRecordQuery = (variables: Types.ShareLinkRecordQueryVariables, client?: Client) => getQueryOptions(documents.ShareLinkRecordDocument, variables, client);

/** Returns a meeting invite by id, or null if it does not exist. */
export const meetingInviteRecordQuery = (variables: Types.MeetingInviteRecordQueryVariables, client?: Client) => getQueryOptions(documents.MeetingInviteRecordDocument, variables, client);

/** Creates a session token for one persona. The API key stays on the server. */
export const createSessionTokenMutation = (client?: Client) => getMutationOptions(documents.CreateSessionTokenDocument, client);

/** Creates a session token without a persona; the client chooses the persona. @deprecated Use createSessionToken, which sets the persona on the server. */
export const createLegacySessionTokenMutation = (client?: Client) => getMutationOptions(documents.CreateLegacySessionTokenDocument, client);

/** Lists sessions. */
export const sessionsQuery = (variables: Types.SessionsQueryVariables = {}, client?: Client) => getQueryOptions(documents.SessionsDocument, variables, client);
/** Lists sessions. */
export const sessionsInfiniteQuery = (variables: Types.SessionsQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.SessionsDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaSessionsQuery = (variables: Types.PersonaSessionsQueryVariables, client?: Client) => getQueryOptions(documents.PersonaSessionsDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaStatisticsQuery = (variables: Types.PersonaStatisticsQueryVariables, client?: Client) => getQueryOptions(documents.PersonaStatisticsDocument, variables, client);

/** Returns a session by id, or null if it does not exist. */
export const sessionQuery = (variables: Types.SessionQueryVariables, client?: Client) => getQueryOptions(documents.SessionDocument, variables, client);

/** Returns a session by id, or null if it does not exist. */
export const sessionToolCallsQuery = (variables: Types.SessionToolCallsQueryVariables, client?: Client) => getQueryOptions(documents.SessionToolCallsDocument, variables, client);

/** Returns a session by id, or null if it does not exist. */
export const sessionTranscriptQuery = (variables: Types.SessionTranscriptQueryVariables, client?: Client) => getQueryOptions(documents.SessionTranscriptDocument, variables, client);

/** Returns a session by id, or null if it does not exist. */
export const sessionRecordingQuery = (variables: Types.SessionRecordingQueryVariables, client?: Client) => getQueryOptions(documents.SessionRecordingDocument, variables, client);

/** Returns a session by id, or null if it does not exist. */
export const sessionTurnsQuery = (variables: Types.SessionTurnsQueryVariables, client?: Client) => getQueryOptions(documents.SessionTurnsDocument, variables, client);

/** Returns the number of running sessions, and whether another one can start. */
export const sessionConcurrencyQuery = (variables: Types.SessionConcurrencyQueryVariables = {}, client?: Client) => getQueryOptions(documents.SessionConcurrencyDocument, variables, client);

/** Returns latencies, errors and other statistics of all sessions in a time range. */
export const sessionStatisticsQuery = (variables: Types.SessionStatisticsQueryVariables = {}, client?: Client) => getQueryOptions(documents.SessionStatisticsDocument, variables, client);

/** Stops a session. It ends shortly afterwards, so it can still be live in the result. Poll `endedAt` to see when it has ended. */
export const stopSessionMutation = (client?: Client) => getMutationOptions(documents.StopSessionDocument, client);

/** Returns sessions by id, in the order of `ids`; null for each id that does not exist. */
export const sessionsByIdsQuery = (variables: Types.SessionsByIdsQueryVariables, client?: Client) => getQueryOptions(documents.SessionsByIdsDocument, variables, client);

/** Lists share links. */
export const shareLinksQuery = (variables: Types.ShareLinksQueryVariables = {}, client?: Client) => getQueryOptions(documents.ShareLinksDocument, variables, client);
/** Lists share links. */
export const shareLinksInfiniteQuery = (variables: Types.ShareLinksQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.ShareLinksDocument, variables, client);

/** Returns a share link by id, or null if it does not exist. */
export const shareLinkQuery = (variables: Types.ShareLinkQueryVariables, client?: Client) => getQueryOptions(documents.ShareLinkDocument, variables, client);

/** Returns a persona by id, or null if it does not exist. */
export const personaShareLinksQuery = (variables: Types.PersonaShareLinksQueryVariables, client?: Client) => getQueryOptions(documents.PersonaShareLinksDocument, variables, client);

/** Creates a share link for a persona. */
export const createShareLinkMutation = (client?: Client) => getMutationOptions(documents.CreateShareLinkDocument, client);

/** Updates a share link. */
export const updateShareLinkMutation = (client?: Client) => getMutationOptions(documents.UpdateShareLinkDocument, client);

/** Deletes a share link. It no longer opens the persona. */
export const deleteShareLinkMutation = (client?: Client) => getMutationOptions(documents.DeleteShareLinkDocument, client);

/** Returns share links by id, in the order of `ids`; null for each id that does not exist. */
export const shareLinksByIdsQuery = (variables: Types.ShareLinksByIdsQueryVariables, client?: Client) => getQueryOptions(documents.ShareLinksByIdsDocument, variables, client);

/** Returns a tool by id, or null if it does not exist. */
export const toolQuery = (variables: Types.ToolQueryVariables, client?: Client) => getQueryOptions(documents.ToolDocument, variables, client);

/** Lists tools. */
export const toolsQuery = (variables: Types.ToolsQueryVariables = {}, client?: Client) => getQueryOptions(documents.ToolsDocument, variables, client);
/** Lists tools. */
export const toolsInfiniteQuery = (variables: Types.ToolsQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.ToolsDocument, variables, client);

/** Returns tools by id, in the order of `ids`; null for each id that does not exist. */
export const toolsByIdsQuery = (variables: Types.ToolsByIdsQueryVariables, client?: Client) => getQueryOptions(documents.ToolsByIdsDocument, variables, client);

/** Creates a tool. To attach it to a persona, use toolIds. */
export const createToolMutation = (client?: Client) => getMutationOptions(documents.CreateToolDocument, client);

/** Updates a tool. */
export const updateToolMutation = (client?: Client) => getMutationOptions(documents.UpdateToolDocument, client);

/** Deletes a tool. */
export const deleteToolMutation = (client?: Client) => getMutationOptions(documents.DeleteToolDocument, client);

/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const viewerQuery = (variables: Types.ViewerQueryVariables = {}, client?: Client) => getQueryOptions(documents.ViewerDocument, variables, client);

/** Lists voices. */
export const voicesQuery = (variables: Types.VoicesQueryVariables = {}, client?: Client) => getQueryOptions(documents.VoicesDocument, variables, client);
/** Lists voices. */
export const voicesInfiniteQuery = (variables: Types.VoicesQueryVariables = {}, client?: Client) => getInfiniteQueryOptions(documents.VoicesDocument, variables, client);

/** Returns a voice by id, or null if it does not exist. */
export const voiceQuery = (variables: Types.VoiceQueryVariables, client?: Client) => getQueryOptions(documents.VoiceDocument, variables, client);

/** Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes. */
export const createVoiceMutation = (client?: Client) => getMutationOptions(documents.CreateVoiceDocument, client);

/** Updates a voice. */
export const updateVoiceMutation = (client?: Client) => getMutationOptions(documents.UpdateVoiceDocument, client);

/** Deletes a voice. Personas that use it keep the id. */
export const deleteVoiceMutation = (client?: Client) => getMutationOptions(documents.DeleteVoiceDocument, client);

/** Creates a URL for the upload of a recording of up to 50 MB. Send the file to the URL with PUT and the same Content-Type, and then pass the key to createVoice. */
export const createVoiceUploadMutation = (client?: Client) => getMutationOptions(documents.CreateVoiceUploadDocument, client);

/** Returns voices by id, in the order of `ids`; null for each id that does not exist. */
export const voicesByIdsQuery = (variables: Types.VoicesByIdsQueryVariables, client?: Client) => getQueryOptions(documents.VoicesByIdsDocument, variables, client);