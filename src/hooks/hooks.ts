// Generated from schema/operations by `npm run generate`; not to be edited.
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCheckedClient, useClient } from './client-provider.ts';
import type { InfiniteQueryOptions, MutationOptions, QueryOptions, SuspenseInfiniteQueryOptions, SuspenseQueryOptions } from './hook-options.ts';
import * as queries from './queries.ts';
import type { PageParam } from './query-options.ts';
import type * as Types from './types.ts';

/** Lists avatars. */
export const useAvatarsQuery = <Selected = Types.AvatarsQuery>(variables?: Types.AvatarsQueryVariables, options?: QueryOptions<Types.AvatarsQuery, Selected>) => useQuery({ ...queries.avatarsQuery(variables, useCheckedClient()), ...options });
/** Lists avatars. */
export const useSuspenseAvatarsQuery = <Selected = Types.AvatarsQuery>(variables?: Types.AvatarsQueryVariables, options?: SuspenseQueryOptions<Types.AvatarsQuery, Selected>) => useSuspenseQuery({ ...queries.avatarsQuery(variables, useCheckedClient()), ...options });
/** Lists avatars. */
export const useInfiniteAvatarsQuery = <Selected = InfiniteData<Types.AvatarsQuery, PageParam>>(variables?: Types.AvatarsQueryVariables, options?: InfiniteQueryOptions<Types.AvatarsQuery, Selected>) => useInfiniteQuery({ ...queries.avatarsInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists avatars. */
export const useSuspenseInfiniteAvatarsQuery = <Selected = InfiniteData<Types.AvatarsQuery, PageParam>>(variables?: Types.AvatarsQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.AvatarsQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.avatarsInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns avatars by id, in the order of `ids`; null for each id that does not exist. */
export const useAvatarsByIdsQuery = <Selected = Types.AvatarsByIdsQuery>(variables: Types.AvatarsByIdsQueryVariables, options?: QueryOptions<Types.AvatarsByIdsQuery, Selected>) => useQuery({ ...queries.avatarsByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns avatars by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseAvatarsByIdsQuery = <Selected = Types.AvatarsByIdsQuery>(variables: Types.AvatarsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.AvatarsByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.avatarsByIdsQuery(variables, useCheckedClient()), ...options });

/** Returns an avatar by id, or null if it does not exist. */
export const useAvatarQuery = <Selected = Types.AvatarQuery>(variables: Types.AvatarQueryVariables, options?: QueryOptions<Types.AvatarQuery, Selected>) => useQuery({ ...queries.avatarQuery(variables, useCheckedClient()), ...options });
/** Returns an avatar by id, or null if it does not exist. */
export const useSuspenseAvatarQuery = <Selected = Types.AvatarQuery>(variables: Types.AvatarQueryVariables, options?: SuspenseQueryOptions<Types.AvatarQuery, Selected>) => useSuspenseQuery({ ...queries.avatarQuery(variables, useCheckedClient()), ...options });

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const useCreateAvatarMutation = <Context = unknown>(options?: MutationOptions<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables, Context>) => useMutation({ ...queries.createAvatarMutation(useClient()), ...options });

/** Renames an avatar. */
export const useUpdateAvatarMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables, Context>) => useMutation({ ...queries.updateAvatarMutation(useClient()), ...options });

/** Deletes an avatar. Personas that use it keep the id. */
export const useDeleteAvatarMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables, Context>) => useMutation({ ...queries.deleteAvatarMutation(useClient()), ...options });

/** Returns all error codes and their meanings. Returns all validation issue codes and their meanings. */
export const useErrorCodesQuery = <Selected = Types.ErrorCodesQuery>(variables?: Types.ErrorCodesQueryVariables, options?: QueryOptions<Types.ErrorCodesQuery, Selected>) => useQuery({ ...queries.errorCodesQuery(variables, useCheckedClient()), ...options });
/** Returns all error codes and their meanings. Returns all validation issue codes and their meanings. */
export const useSuspenseErrorCodesQuery = <Selected = Types.ErrorCodesQuery>(variables?: Types.ErrorCodesQueryVariables, options?: SuspenseQueryOptions<Types.ErrorCodesQuery, Selected>) => useSuspenseQuery({ ...queries.errorCodesQuery(variables, useCheckedClient()), ...options });

/** Lists knowledge groups. */
export const useKnowledgeGroupsQuery = <Selected = Types.KnowledgeGroupsQuery>(variables?: Types.KnowledgeGroupsQueryVariables, options?: QueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useQuery({ ...queries.knowledgeGroupsQuery(variables, useCheckedClient()), ...options });
/** Lists knowledge groups. */
export const useSuspenseKnowledgeGroupsQuery = <Selected = Types.KnowledgeGroupsQuery>(variables?: Types.KnowledgeGroupsQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeGroupsQuery(variables, useCheckedClient()), ...options });
/** Lists knowledge groups. */
export const useInfiniteKnowledgeGroupsQuery = <Selected = InfiniteData<Types.KnowledgeGroupsQuery, PageParam>>(variables?: Types.KnowledgeGroupsQueryVariables, options?: InfiniteQueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useInfiniteQuery({ ...queries.knowledgeGroupsInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists knowledge groups. */
export const useSuspenseInfiniteKnowledgeGroupsQuery = <Selected = InfiniteData<Types.KnowledgeGroupsQuery, PageParam>>(variables?: Types.KnowledgeGroupsQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.knowledgeGroupsInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns a knowledge group by id, or null if it does not exist. */
export const useKnowledgeGroupQuery = <Selected = Types.KnowledgeGroupQuery>(variables: Types.KnowledgeGroupQueryVariables, options?: QueryOptions<Types.KnowledgeGroupQuery, Selected>) => useQuery({ ...queries.knowledgeGroupQuery(variables, useCheckedClient()), ...options });
/** Returns a knowledge group by id, or null if it does not exist. */
export const useSuspenseKnowledgeGroupQuery = <Selected = Types.KnowledgeGroupQuery>(variables: Types.KnowledgeGroupQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeGroupQuery(variables, useCheckedClient()), ...options });

/** Creates a knowledge group. */
export const useCreateKnowledgeGroupMutation = <Context = unknown>(options?: MutationOptions<Types.CreateKnowledgeGroupMutation, Types.CreateKnowledgeGroupMutationVariables, Context>) => useMutation({ ...queries.createKnowledgeGroupMutation(useClient()), ...options });

/** Updates a knowledge group. */
export const useUpdateKnowledgeGroupMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateKnowledgeGroupMutation, Types.UpdateKnowledgeGroupMutationVariables, Context>) => useMutation({ ...queries.updateKnowledgeGroupMutation(useClient()), ...options });

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep the id. */
export const useDeleteKnowledgeGroupMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteKnowledgeGroupMutation, Types.DeleteKnowledgeGroupMutationVariables, Context>) => useMutation({ ...queries.deleteKnowledgeGroupMutation(useClient()), ...options });

/** Returns a knowledge group by id, or null if it does not exist. */
export const useSearchKnowledgeQuery = <Selected = Types.SearchKnowledgeQuery>(variables: Types.SearchKnowledgeQueryVariables, options?: QueryOptions<Types.SearchKnowledgeQuery, Selected>) => useQuery({ ...queries.searchKnowledgeQuery(variables, useCheckedClient()), ...options });
/** Returns a knowledge group by id, or null if it does not exist. */
export const useSuspenseSearchKnowledgeQuery = <Selected = Types.SearchKnowledgeQuery>(variables: Types.SearchKnowledgeQueryVariables, options?: SuspenseQueryOptions<Types.SearchKnowledgeQuery, Selected>) => useSuspenseQuery({ ...queries.searchKnowledgeQuery(variables, useCheckedClient()), ...options });

/** Returns a knowledge document by id, or null if it does not exist. */
export const useKnowledgeDocumentQuery = <Selected = Types.KnowledgeDocumentQuery>(variables: Types.KnowledgeDocumentQueryVariables, options?: QueryOptions<Types.KnowledgeDocumentQuery, Selected>) => useQuery({ ...queries.knowledgeDocumentQuery(variables, useCheckedClient()), ...options });
/** Returns a knowledge document by id, or null if it does not exist. */
export const useSuspenseKnowledgeDocumentQuery = <Selected = Types.KnowledgeDocumentQuery>(variables: Types.KnowledgeDocumentQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDocumentQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeDocumentQuery(variables, useCheckedClient()), ...options });

/** Returns a knowledge document by id, or null if it does not exist. */
export const useKnowledgeDownloadQuery = <Selected = Types.KnowledgeDownloadQuery>(variables: Types.KnowledgeDownloadQueryVariables, options?: QueryOptions<Types.KnowledgeDownloadQuery, Selected>) => useQuery({ ...queries.knowledgeDownloadQuery(variables, useCheckedClient()), ...options });
/** Returns a knowledge document by id, or null if it does not exist. */
export const useSuspenseKnowledgeDownloadQuery = <Selected = Types.KnowledgeDownloadQuery>(variables: Types.KnowledgeDownloadQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDownloadQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeDownloadQuery(variables, useCheckedClient()), ...options });

/** Uploads a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED. */
export const useUploadKnowledgeDocumentMutation = <Context = unknown>(options?: MutationOptions<Types.UploadKnowledgeDocumentMutation, Types.UploadKnowledgeDocumentMutationVariables, Context>) => useMutation({ ...queries.uploadKnowledgeDocumentMutation(useClient()), ...options });

/** Renames a knowledge document. */
export const useUpdateKnowledgeDocumentMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateKnowledgeDocumentMutation, Types.UpdateKnowledgeDocumentMutationVariables, Context>) => useMutation({ ...queries.updateKnowledgeDocumentMutation(useClient()), ...options });

/** Deletes a knowledge document. */
export const useDeleteKnowledgeDocumentMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteKnowledgeDocumentMutation, Types.DeleteKnowledgeDocumentMutationVariables, Context>) => useMutation({ ...queries.deleteKnowledgeDocumentMutation(useClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaKnowledgeQuery = <Selected = Types.PersonaKnowledgeQuery>(variables: Types.PersonaKnowledgeQueryVariables, options?: QueryOptions<Types.PersonaKnowledgeQuery, Selected>) => useQuery({ ...queries.personaKnowledgeQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaKnowledgeQuery = <Selected = Types.PersonaKnowledgeQuery>(variables: Types.PersonaKnowledgeQueryVariables, options?: SuspenseQueryOptions<Types.PersonaKnowledgeQuery, Selected>) => useSuspenseQuery({ ...queries.personaKnowledgeQuery(variables, useCheckedClient()), ...options });

/** Returns a tool by id, or null if it does not exist. */
export const useToolKnowledgeQuery = <Selected = Types.ToolKnowledgeQuery>(variables: Types.ToolKnowledgeQueryVariables, options?: QueryOptions<Types.ToolKnowledgeQuery, Selected>) => useQuery({ ...queries.toolKnowledgeQuery(variables, useCheckedClient()), ...options });
/** Returns a tool by id, or null if it does not exist. */
export const useSuspenseToolKnowledgeQuery = <Selected = Types.ToolKnowledgeQuery>(variables: Types.ToolKnowledgeQueryVariables, options?: SuspenseQueryOptions<Types.ToolKnowledgeQuery, Selected>) => useSuspenseQuery({ ...queries.toolKnowledgeQuery(variables, useCheckedClient()), ...options });

/** Returns knowledge groups by id, in the order of `ids`; null for each id that does not exist. */
export const useKnowledgeGroupsByIdsQuery = <Selected = Types.KnowledgeGroupsByIdsQuery>(variables: Types.KnowledgeGroupsByIdsQueryVariables, options?: QueryOptions<Types.KnowledgeGroupsByIdsQuery, Selected>) => useQuery({ ...queries.knowledgeGroupsByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns knowledge groups by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseKnowledgeGroupsByIdsQuery = <Selected = Types.KnowledgeGroupsByIdsQuery>(variables: Types.KnowledgeGroupsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupsByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeGroupsByIdsQuery(variables, useCheckedClient()), ...options });

/** Returns knowledge documents by id, in the order of `ids`; null for each id that does not exist. */
export const useKnowledgeDocumentsByIdsQuery = <Selected = Types.KnowledgeDocumentsByIdsQuery>(variables: Types.KnowledgeDocumentsByIdsQueryVariables, options?: QueryOptions<Types.KnowledgeDocumentsByIdsQuery, Selected>) => useQuery({ ...queries.knowledgeDocumentsByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns knowledge documents by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseKnowledgeDocumentsByIdsQuery = <Selected = Types.KnowledgeDocumentsByIdsQuery>(variables: Types.KnowledgeDocumentsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDocumentsByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeDocumentsByIdsQuery(variables, useCheckedClient()), ...options });

/** Lists LLMs. */
export const useLlmsQuery = <Selected = Types.LlmsQuery>(variables?: Types.LlmsQueryVariables, options?: QueryOptions<Types.LlmsQuery, Selected>) => useQuery({ ...queries.llmsQuery(variables, useCheckedClient()), ...options });
/** Lists LLMs. */
export const useSuspenseLlmsQuery = <Selected = Types.LlmsQuery>(variables?: Types.LlmsQueryVariables, options?: SuspenseQueryOptions<Types.LlmsQuery, Selected>) => useSuspenseQuery({ ...queries.llmsQuery(variables, useCheckedClient()), ...options });
/** Lists LLMs. */
export const useInfiniteLlmsQuery = <Selected = InfiniteData<Types.LlmsQuery, PageParam>>(variables?: Types.LlmsQueryVariables, options?: InfiniteQueryOptions<Types.LlmsQuery, Selected>) => useInfiniteQuery({ ...queries.llmsInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists LLMs. */
export const useSuspenseInfiniteLlmsQuery = <Selected = InfiniteData<Types.LlmsQuery, PageParam>>(variables?: Types.LlmsQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.LlmsQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.llmsInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns an LLM by id, or null if it does not exist. */
export const useLlmQuery = <Selected = Types.LlmQuery>(variables: Types.LlmQueryVariables, options?: QueryOptions<Types.LlmQuery, Selected>) => useQuery({ ...queries.llmQuery(variables, useCheckedClient()), ...options });
/** Returns an LLM by id, or null if it does not exist. */
export const useSuspenseLlmQuery = <Selected = Types.LlmQuery>(variables: Types.LlmQueryVariables, options?: SuspenseQueryOptions<Types.LlmQuery, Selected>) => useSuspenseQuery({ ...queries.llmQuery(variables, useCheckedClient()), ...options });

/** Creates a custom LLM. Its API key is stored by the upstream and never returned. */
export const useCreateLlmMutation = <Context = unknown>(options?: MutationOptions<Types.CreateLlmMutation, Types.CreateLlmMutationVariables, Context>) => useMutation({ ...queries.createLlmMutation(useClient()), ...options });

/** Updates a custom LLM. Built-in LLMs cannot be changed. */
export const useUpdateLlmMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables, Context>) => useMutation({ ...queries.updateLlmMutation(useClient()), ...options });

/** Deletes an LLM. Built-in LLMs cannot be deleted. Personas that use it keep the id. */
export const useDeleteLlmMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables, Context>) => useMutation({ ...queries.deleteLlmMutation(useClient()), ...options });

/** Returns LLMs by id, in the order of `ids`; null for each id that does not exist. */
export const useLlmsByIdsQuery = <Selected = Types.LlmsByIdsQuery>(variables: Types.LlmsByIdsQueryVariables, options?: QueryOptions<Types.LlmsByIdsQuery, Selected>) => useQuery({ ...queries.llmsByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns LLMs by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseLlmsByIdsQuery = <Selected = Types.LlmsByIdsQuery>(variables: Types.LlmsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.LlmsByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.llmsByIdsQuery(variables, useCheckedClient()), ...options });

/** Lists meeting invites. */
export const useMeetingInvitesQuery = <Selected = Types.MeetingInvitesQuery>(variables?: Types.MeetingInvitesQueryVariables, options?: QueryOptions<Types.MeetingInvitesQuery, Selected>) => useQuery({ ...queries.meetingInvitesQuery(variables, useCheckedClient()), ...options });
/** Lists meeting invites. */
export const useSuspenseMeetingInvitesQuery = <Selected = Types.MeetingInvitesQuery>(variables?: Types.MeetingInvitesQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInvitesQuery, Selected>) => useSuspenseQuery({ ...queries.meetingInvitesQuery(variables, useCheckedClient()), ...options });
/** Lists meeting invites. */
export const useInfiniteMeetingInvitesQuery = <Selected = InfiniteData<Types.MeetingInvitesQuery, PageParam>>(variables?: Types.MeetingInvitesQueryVariables, options?: InfiniteQueryOptions<Types.MeetingInvitesQuery, Selected>) => useInfiniteQuery({ ...queries.meetingInvitesInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists meeting invites. */
export const useSuspenseInfiniteMeetingInvitesQuery = <Selected = InfiniteData<Types.MeetingInvitesQuery, PageParam>>(variables?: Types.MeetingInvitesQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.MeetingInvitesQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.meetingInvitesInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns a meeting invite by id, or null if it does not exist. */
export const useMeetingInviteQuery = <Selected = Types.MeetingInviteQuery>(variables: Types.MeetingInviteQueryVariables, options?: QueryOptions<Types.MeetingInviteQuery, Selected>) => useQuery({ ...queries.meetingInviteQuery(variables, useCheckedClient()), ...options });
/** Returns a meeting invite by id, or null if it does not exist. */
export const useSuspenseMeetingInviteQuery = <Selected = Types.MeetingInviteQuery>(variables: Types.MeetingInviteQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInviteQuery, Selected>) => useSuspenseQuery({ ...queries.meetingInviteQuery(variables, useCheckedClient()), ...options });

/** Invites a persona to a video meeting. */
export const useCreateMeetingInviteMutation = <Context = unknown>(options?: MutationOptions<Types.CreateMeetingInviteMutation, Types.CreateMeetingInviteMutationVariables, Context>) => useMutation({ ...queries.createMeetingInviteMutation(useClient()), ...options });

/** Cancels a meeting invite. A persona that has joined leaves. */
export const useCancelMeetingInviteMutation = <Context = unknown>(options?: MutationOptions<Types.CancelMeetingInviteMutation, Types.CancelMeetingInviteMutationVariables, Context>) => useMutation({ ...queries.cancelMeetingInviteMutation(useClient()), ...options });

/** Returns a meeting invite by id, or null if it does not exist. */
export const useMeetingInviteSessionQuery = <Selected = Types.MeetingInviteSessionQuery>(variables: Types.MeetingInviteSessionQueryVariables, options?: QueryOptions<Types.MeetingInviteSessionQuery, Selected>) => useQuery({ ...queries.meetingInviteSessionQuery(variables, useCheckedClient()), ...options });
/** Returns a meeting invite by id, or null if it does not exist. */
export const useSuspenseMeetingInviteSessionQuery = <Selected = Types.MeetingInviteSessionQuery>(variables: Types.MeetingInviteSessionQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInviteSessionQuery, Selected>) => useSuspenseQuery({ ...queries.meetingInviteSessionQuery(variables, useCheckedClient()), ...options });

/** Returns meeting invites by id, in the order of `ids`; null for each id that does not exist. */
export const useMeetingInvitesByIdsQuery = <Selected = Types.MeetingInvitesByIdsQuery>(variables: Types.MeetingInvitesByIdsQueryVariables, options?: QueryOptions<Types.MeetingInvitesByIdsQuery, Selected>) => useQuery({ ...queries.meetingInvitesByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns meeting invites by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseMeetingInvitesByIdsQuery = <Selected = Types.MeetingInvitesByIdsQuery>(variables: Types.MeetingInvitesByIdsQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInvitesByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.meetingInvitesByIdsQuery(variables, useCheckedClient()), ...options });

/** Lists personas. */
export const usePersonasQuery = <Selected = Types.PersonasQuery>(variables?: Types.PersonasQueryVariables, options?: QueryOptions<Types.PersonasQuery, Selected>) => useQuery({ ...queries.personasQuery(variables, useCheckedClient()), ...options });
/** Lists personas. */
export const useSuspensePersonasQuery = <Selected = Types.PersonasQuery>(variables?: Types.PersonasQueryVariables, options?: SuspenseQueryOptions<Types.PersonasQuery, Selected>) => useSuspenseQuery({ ...queries.personasQuery(variables, useCheckedClient()), ...options });
/** Lists personas. */
export const useInfinitePersonasQuery = <Selected = InfiniteData<Types.PersonasQuery, PageParam>>(variables?: Types.PersonasQueryVariables, options?: InfiniteQueryOptions<Types.PersonasQuery, Selected>) => useInfiniteQuery({ ...queries.personasInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists personas. */
export const useSuspenseInfinitePersonasQuery = <Selected = InfiniteData<Types.PersonasQuery, PageParam>>(variables?: Types.PersonasQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.PersonasQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.personasInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaQuery = <Selected = Types.PersonaQuery>(variables: Types.PersonaQueryVariables, options?: QueryOptions<Types.PersonaQuery, Selected>) => useQuery({ ...queries.personaQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaQuery = <Selected = Types.PersonaQuery>(variables: Types.PersonaQueryVariables, options?: SuspenseQueryOptions<Types.PersonaQuery, Selected>) => useSuspenseQuery({ ...queries.personaQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaPromptsQuery = <Selected = Types.PersonaPromptsQuery>(variables: Types.PersonaPromptsQueryVariables, options?: QueryOptions<Types.PersonaPromptsQuery, Selected>) => useQuery({ ...queries.personaPromptsQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaPromptsQuery = <Selected = Types.PersonaPromptsQuery>(variables: Types.PersonaPromptsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaPromptsQuery, Selected>) => useSuspenseQuery({ ...queries.personaPromptsQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaPartsQuery = <Selected = Types.PersonaPartsQuery>(variables: Types.PersonaPartsQueryVariables, options?: QueryOptions<Types.PersonaPartsQuery, Selected>) => useQuery({ ...queries.personaPartsQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaPartsQuery = <Selected = Types.PersonaPartsQuery>(variables: Types.PersonaPartsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaPartsQuery, Selected>) => useSuspenseQuery({ ...queries.personaPartsQuery(variables, useCheckedClient()), ...options });

/** Creates a persona. With widgetConfig, this takes two calls to the upstream. */
export const useCreatePersonaMutation = <Context = unknown>(options?: MutationOptions<Types.CreatePersonaMutation, Types.CreatePersonaMutationVariables, Context>) => useMutation({ ...queries.createPersonaMutation(useClient()), ...options });

/** Updates a persona. */
export const useUpdatePersonaMutation = <Context = unknown>(options?: MutationOptions<Types.UpdatePersonaMutation, Types.UpdatePersonaMutationVariables, Context>) => useMutation({ ...queries.updatePersonaMutation(useClient()), ...options });

/** Deletes a persona. */
export const useDeletePersonaMutation = <Context = unknown>(options?: MutationOptions<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables, Context>) => useMutation({ ...queries.deletePersonaMutation(useClient()), ...options });

/** Returns personas by id, in the order of `ids`; null for each id that does not exist. */
export const usePersonasByIdsQuery = <Selected = Types.PersonasByIdsQuery>(variables: Types.PersonasByIdsQueryVariables, options?: QueryOptions<Types.PersonasByIdsQuery, Selected>) => useQuery({ ...queries.personasByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns personas by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspensePersonasByIdsQuery = <Selected = Types.PersonasByIdsQuery>(variables: Types.PersonasByIdsQueryVariables, options?: SuspenseQueryOptions<Types.PersonasByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.personasByIdsQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaRecordQuery = <Selected = Types.PersonaRecordQuery>(variables: Types.PersonaRecordQueryVariables, options?: QueryOptions<Types.PersonaRecordQuery, Selected>) => useQuery({ ...queries.personaRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaRecordQuery = <Selected = Types.PersonaRecordQuery>(variables: Types.PersonaRecordQueryVariables, options?: SuspenseQueryOptions<Types.PersonaRecordQuery, Selected>) => useSuspenseQuery({ ...queries.personaRecordQuery(variables, useCheckedClient()), ...options });

/** Returns an avatar by id, or null if it does not exist. */
export const useAvatarRecordQuery = <Selected = Types.AvatarRecordQuery>(variables: Types.AvatarRecordQueryVariables, options?: QueryOptions<Types.AvatarRecordQuery, Selected>) => useQuery({ ...queries.avatarRecordQuery(variables, useCheckedClient()), ...options });
/** Returns an avatar by id, or null if it does not exist. */
export const useSuspenseAvatarRecordQuery = <Selected = Types.AvatarRecordQuery>(variables: Types.AvatarRecordQueryVariables, options?: SuspenseQueryOptions<Types.AvatarRecordQuery, Selected>) => useSuspenseQuery({ ...queries.avatarRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a tool by id, or null if it does not exist. */
export const useToolRecordQuery = <Selected = Types.ToolRecordQuery>(variables: Types.ToolRecordQueryVariables, options?: QueryOptions<Types.ToolRecordQuery, Selected>) => useQuery({ ...queries.toolRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a tool by id, or null if it does not exist. */
export const useSuspenseToolRecordQuery = <Selected = Types.ToolRecordQuery>(variables: Types.ToolRecordQueryVariables, options?: SuspenseQueryOptions<Types.ToolRecordQuery, Selected>) => useSuspenseQuery({ ...queries.toolRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a voice by id, or null if it does not exist. */
export const useVoiceRecordQuery = <Selected = Types.VoiceRecordQuery>(variables: Types.VoiceRecordQueryVariables, options?: QueryOptions<Types.VoiceRecordQuery, Selected>) => useQuery({ ...queries.voiceRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a voice by id, or null if it does not exist. */
export const useSuspenseVoiceRecordQuery = <Selected = Types.VoiceRecordQuery>(variables: Types.VoiceRecordQueryVariables, options?: SuspenseQueryOptions<Types.VoiceRecordQuery, Selected>) => useSuspenseQuery({ ...queries.voiceRecordQuery(variables, useCheckedClient()), ...options });

/** Returns an LLM by id, or null if it does not exist. */
export const useLlmRecordQuery = <Selected = Types.LlmRecordQuery>(variables: Types.LlmRecordQueryVariables, options?: QueryOptions<Types.LlmRecordQuery, Selected>) => useQuery({ ...queries.llmRecordQuery(variables, useCheckedClient()), ...options });
/** Returns an LLM by id, or null if it does not exist. */
export const useSuspenseLlmRecordQuery = <Selected = Types.LlmRecordQuery>(variables: Types.LlmRecordQueryVariables, options?: SuspenseQueryOptions<Types.LlmRecordQuery, Selected>) => useSuspenseQuery({ ...queries.llmRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a session by id, or null if it does not exist. */
export const useSessionRecordQuery = <Selected = Types.SessionRecordQuery>(variables: Types.SessionRecordQueryVariables, options?: QueryOptions<Types.SessionRecordQuery, Selected>) => useQuery({ ...queries.sessionRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a session by id, or null if it does not exist. */
export const useSuspenseSessionRecordQuery = <Selected = Types.SessionRecordQuery>(variables: Types.SessionRecordQueryVariables, options?: SuspenseQueryOptions<Types.SessionRecordQuery, Selected>) => useSuspenseQuery({ ...queries.sessionRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a knowledge group by id, or null if it does not exist. */
export const useKnowledgeGroupRecordQuery = <Selected = Types.KnowledgeGroupRecordQuery>(variables: Types.KnowledgeGroupRecordQueryVariables, options?: QueryOptions<Types.KnowledgeGroupRecordQuery, Selected>) => useQuery({ ...queries.knowledgeGroupRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a knowledge group by id, or null if it does not exist. */
export const useSuspenseKnowledgeGroupRecordQuery = <Selected = Types.KnowledgeGroupRecordQuery>(variables: Types.KnowledgeGroupRecordQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupRecordQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeGroupRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a knowledge document by id, or null if it does not exist. */
export const useKnowledgeDocumentRecordQuery = <Selected = Types.KnowledgeDocumentRecordQuery>(variables: Types.KnowledgeDocumentRecordQueryVariables, options?: QueryOptions<Types.KnowledgeDocumentRecordQuery, Selected>) => useQuery({ ...queries.knowledgeDocumentRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a knowledge document by id, or null if it does not exist. */
export const useSuspenseKnowledgeDocumentRecordQuery = <Selected = Types.KnowledgeDocumentRecordQuery>(variables: Types.KnowledgeDocumentRecordQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDocumentRecordQuery, Selected>) => useSuspenseQuery({ ...queries.knowledgeDocumentRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a share link by id, or null if it does not exist. */
export const useShareLinkRecordQuery = <Selected = Types.ShareLinkRecordQuery>(variables: Types.ShareLinkRecordQueryVariables, options?: QueryOptions<Types.ShareLinkRecordQuery, Selected>) => useQuery({ ...queries.shareLinkRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a share link by id, or null if it does not exist. */
export const useSuspenseShareLinkRecordQuery = <Selected = Types.ShareLinkRecordQuery>(variables: Types.ShareLinkRecordQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinkRecordQuery, Selected>) => useSuspenseQuery({ ...queries.shareLinkRecordQuery(variables, useCheckedClient()), ...options });

/** Returns a meeting invite by id, or null if it does not exist. */
export const useMeetingInviteRecordQuery = <Selected = Types.MeetingInviteRecordQuery>(variables: Types.MeetingInviteRecordQueryVariables, options?: QueryOptions<Types.MeetingInviteRecordQuery, Selected>) => useQuery({ ...queries.meetingInviteRecordQuery(variables, useCheckedClient()), ...options });
/** Returns a meeting invite by id, or null if it does not exist. */
export const useSuspenseMeetingInviteRecordQuery = <Selected = Types.MeetingInviteRecordQuery>(variables: Types.MeetingInviteRecordQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInviteRecordQuery, Selected>) => useSuspenseQuery({ ...queries.meetingInviteRecordQuery(variables, useCheckedClient()), ...options });

/** Creates a session token for one persona. The API key stays on the server. */
export const useCreateSessionTokenMutation = <Context = unknown>(options?: MutationOptions<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables, Context>) => useMutation({ ...queries.createSessionTokenMutation(useClient()), ...options });

/** Creates a session token without a persona; the client chooses the persona. @deprecated Use createSessionToken, which sets the persona on the server. */
export const useCreateLegacySessionTokenMutation = <Context = unknown>(options?: MutationOptions<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables, Context>) => useMutation({ ...queries.createLegacySessionTokenMutation(useClient()), ...options });

/** Lists sessions. */
export const useSessionsQuery = <Selected = Types.SessionsQuery>(variables?: Types.SessionsQueryVariables, options?: QueryOptions<Types.SessionsQuery, Selected>) => useQuery({ ...queries.sessionsQuery(variables, useCheckedClient()), ...options });
/** Lists sessions. */
export const useSuspenseSessionsQuery = <Selected = Types.SessionsQuery>(variables?: Types.SessionsQueryVariables, options?: SuspenseQueryOptions<Types.SessionsQuery, Selected>) => useSuspenseQuery({ ...queries.sessionsQuery(variables, useCheckedClient()), ...options });
/** Lists sessions. */
export const useInfiniteSessionsQuery = <Selected = InfiniteData<Types.SessionsQuery, PageParam>>(variables?: Types.SessionsQueryVariables, options?: InfiniteQueryOptions<Types.SessionsQuery, Selected>) => useInfiniteQuery({ ...queries.sessionsInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists sessions. */
export const useSuspenseInfiniteSessionsQuery = <Selected = InfiniteData<Types.SessionsQuery, PageParam>>(variables?: Types.SessionsQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.SessionsQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.sessionsInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaSessionsQuery = <Selected = Types.PersonaSessionsQuery>(variables: Types.PersonaSessionsQueryVariables, options?: QueryOptions<Types.PersonaSessionsQuery, Selected>) => useQuery({ ...queries.personaSessionsQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaSessionsQuery = <Selected = Types.PersonaSessionsQuery>(variables: Types.PersonaSessionsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaSessionsQuery, Selected>) => useSuspenseQuery({ ...queries.personaSessionsQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaStatisticsQuery = <Selected = Types.PersonaStatisticsQuery>(variables: Types.PersonaStatisticsQueryVariables, options?: QueryOptions<Types.PersonaStatisticsQuery, Selected>) => useQuery({ ...queries.personaStatisticsQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaStatisticsQuery = <Selected = Types.PersonaStatisticsQuery>(variables: Types.PersonaStatisticsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaStatisticsQuery, Selected>) => useSuspenseQuery({ ...queries.personaStatisticsQuery(variables, useCheckedClient()), ...options });

/** Returns a session by id, or null if it does not exist. */
export const useSessionQuery = <Selected = Types.SessionQuery>(variables: Types.SessionQueryVariables, options?: QueryOptions<Types.SessionQuery, Selected>) => useQuery({ ...queries.sessionQuery(variables, useCheckedClient()), ...options });
/** Returns a session by id, or null if it does not exist. */
export const useSuspenseSessionQuery = <Selected = Types.SessionQuery>(variables: Types.SessionQueryVariables, options?: SuspenseQueryOptions<Types.SessionQuery, Selected>) => useSuspenseQuery({ ...queries.sessionQuery(variables, useCheckedClient()), ...options });

/** Returns a session by id, or null if it does not exist. */
export const useSessionToolCallsQuery = <Selected = Types.SessionToolCallsQuery>(variables: Types.SessionToolCallsQueryVariables, options?: QueryOptions<Types.SessionToolCallsQuery, Selected>) => useQuery({ ...queries.sessionToolCallsQuery(variables, useCheckedClient()), ...options });
/** Returns a session by id, or null if it does not exist. */
export const useSuspenseSessionToolCallsQuery = <Selected = Types.SessionToolCallsQuery>(variables: Types.SessionToolCallsQueryVariables, options?: SuspenseQueryOptions<Types.SessionToolCallsQuery, Selected>) => useSuspenseQuery({ ...queries.sessionToolCallsQuery(variables, useCheckedClient()), ...options });

/** Returns a session by id, or null if it does not exist. */
export const useSessionTranscriptQuery = <Selected = Types.SessionTranscriptQuery>(variables: Types.SessionTranscriptQueryVariables, options?: QueryOptions<Types.SessionTranscriptQuery, Selected>) => useQuery({ ...queries.sessionTranscriptQuery(variables, useCheckedClient()), ...options });
/** Returns a session by id, or null if it does not exist. */
export const useSuspenseSessionTranscriptQuery = <Selected = Types.SessionTranscriptQuery>(variables: Types.SessionTranscriptQueryVariables, options?: SuspenseQueryOptions<Types.SessionTranscriptQuery, Selected>) => useSuspenseQuery({ ...queries.sessionTranscriptQuery(variables, useCheckedClient()), ...options });

/** Returns a session by id, or null if it does not exist. */
export const useSessionRecordingQuery = <Selected = Types.SessionRecordingQuery>(variables: Types.SessionRecordingQueryVariables, options?: QueryOptions<Types.SessionRecordingQuery, Selected>) => useQuery({ ...queries.sessionRecordingQuery(variables, useCheckedClient()), ...options });
/** Returns a session by id, or null if it does not exist. */
export const useSuspenseSessionRecordingQuery = <Selected = Types.SessionRecordingQuery>(variables: Types.SessionRecordingQueryVariables, options?: SuspenseQueryOptions<Types.SessionRecordingQuery, Selected>) => useSuspenseQuery({ ...queries.sessionRecordingQuery(variables, useCheckedClient()), ...options });

/** Returns a session by id, or null if it does not exist. */
export const useSessionTurnsQuery = <Selected = Types.SessionTurnsQuery>(variables: Types.SessionTurnsQueryVariables, options?: QueryOptions<Types.SessionTurnsQuery, Selected>) => useQuery({ ...queries.sessionTurnsQuery(variables, useCheckedClient()), ...options });
/** Returns a session by id, or null if it does not exist. */
export const useSuspenseSessionTurnsQuery = <Selected = Types.SessionTurnsQuery>(variables: Types.SessionTurnsQueryVariables, options?: SuspenseQueryOptions<Types.SessionTurnsQuery, Selected>) => useSuspenseQuery({ ...queries.sessionTurnsQuery(variables, useCheckedClient()), ...options });

/** Returns the number of running sessions, and whether another one can start. */
export const useSessionConcurrencyQuery = <Selected = Types.SessionConcurrencyQuery>(variables?: Types.SessionConcurrencyQueryVariables, options?: QueryOptions<Types.SessionConcurrencyQuery, Selected>) => useQuery({ ...queries.sessionConcurrencyQuery(variables, useCheckedClient()), ...options });
/** Returns the number of running sessions, and whether another one can start. */
export const useSuspenseSessionConcurrencyQuery = <Selected = Types.SessionConcurrencyQuery>(variables?: Types.SessionConcurrencyQueryVariables, options?: SuspenseQueryOptions<Types.SessionConcurrencyQuery, Selected>) => useSuspenseQuery({ ...queries.sessionConcurrencyQuery(variables, useCheckedClient()), ...options });

/** Returns latencies, errors and other statistics of all sessions in a time range. */
export const useSessionStatisticsQuery = <Selected = Types.SessionStatisticsQuery>(variables?: Types.SessionStatisticsQueryVariables, options?: QueryOptions<Types.SessionStatisticsQuery, Selected>) => useQuery({ ...queries.sessionStatisticsQuery(variables, useCheckedClient()), ...options });
/** Returns latencies, errors and other statistics of all sessions in a time range. */
export const useSuspenseSessionStatisticsQuery = <Selected = Types.SessionStatisticsQuery>(variables?: Types.SessionStatisticsQueryVariables, options?: SuspenseQueryOptions<Types.SessionStatisticsQuery, Selected>) => useSuspenseQuery({ ...queries.sessionStatisticsQuery(variables, useCheckedClient()), ...options });

/** Stops a session. It ends shortly afterwards, so it can still be live in the result. Poll `endedAt` to see when it has ended. */
export const useStopSessionMutation = <Context = unknown>(options?: MutationOptions<Types.StopSessionMutation, Types.StopSessionMutationVariables, Context>) => useMutation({ ...queries.stopSessionMutation(useClient()), ...options });

/** Returns sessions by id, in the order of `ids`; null for each id that does not exist. */
export const useSessionsByIdsQuery = <Selected = Types.SessionsByIdsQuery>(variables: Types.SessionsByIdsQueryVariables, options?: QueryOptions<Types.SessionsByIdsQuery, Selected>) => useQuery({ ...queries.sessionsByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns sessions by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseSessionsByIdsQuery = <Selected = Types.SessionsByIdsQuery>(variables: Types.SessionsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.SessionsByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.sessionsByIdsQuery(variables, useCheckedClient()), ...options });

/** Lists share links. */
export const useShareLinksQuery = <Selected = Types.ShareLinksQuery>(variables?: Types.ShareLinksQueryVariables, options?: QueryOptions<Types.ShareLinksQuery, Selected>) => useQuery({ ...queries.shareLinksQuery(variables, useCheckedClient()), ...options });
/** Lists share links. */
export const useSuspenseShareLinksQuery = <Selected = Types.ShareLinksQuery>(variables?: Types.ShareLinksQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinksQuery, Selected>) => useSuspenseQuery({ ...queries.shareLinksQuery(variables, useCheckedClient()), ...options });
/** Lists share links. */
export const useInfiniteShareLinksQuery = <Selected = InfiniteData<Types.ShareLinksQuery, PageParam>>(variables?: Types.ShareLinksQueryVariables, options?: InfiniteQueryOptions<Types.ShareLinksQuery, Selected>) => useInfiniteQuery({ ...queries.shareLinksInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists share links. */
export const useSuspenseInfiniteShareLinksQuery = <Selected = InfiniteData<Types.ShareLinksQuery, PageParam>>(variables?: Types.ShareLinksQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.ShareLinksQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.shareLinksInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns a share link by id, or null if it does not exist. */
export const useShareLinkQuery = <Selected = Types.ShareLinkQuery>(variables: Types.ShareLinkQueryVariables, options?: QueryOptions<Types.ShareLinkQuery, Selected>) => useQuery({ ...queries.shareLinkQuery(variables, useCheckedClient()), ...options });
/** Returns a share link by id, or null if it does not exist. */
export const useSuspenseShareLinkQuery = <Selected = Types.ShareLinkQuery>(variables: Types.ShareLinkQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinkQuery, Selected>) => useSuspenseQuery({ ...queries.shareLinkQuery(variables, useCheckedClient()), ...options });

/** Returns a persona by id, or null if it does not exist. */
export const usePersonaShareLinksQuery = <Selected = Types.PersonaShareLinksQuery>(variables: Types.PersonaShareLinksQueryVariables, options?: QueryOptions<Types.PersonaShareLinksQuery, Selected>) => useQuery({ ...queries.personaShareLinksQuery(variables, useCheckedClient()), ...options });
/** Returns a persona by id, or null if it does not exist. */
export const useSuspensePersonaShareLinksQuery = <Selected = Types.PersonaShareLinksQuery>(variables: Types.PersonaShareLinksQueryVariables, options?: SuspenseQueryOptions<Types.PersonaShareLinksQuery, Selected>) => useSuspenseQuery({ ...queries.personaShareLinksQuery(variables, useCheckedClient()), ...options });

/** Creates a share link for a persona. */
export const useCreateShareLinkMutation = <Context = unknown>(options?: MutationOptions<Types.CreateShareLinkMutation, Types.CreateShareLinkMutationVariables, Context>) => useMutation({ ...queries.createShareLinkMutation(useClient()), ...options });

/** Updates a share link. */
export const useUpdateShareLinkMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateShareLinkMutation, Types.UpdateShareLinkMutationVariables, Context>) => useMutation({ ...queries.updateShareLinkMutation(useClient()), ...options });

/** Deletes a share link. It no longer opens the persona. */
export const useDeleteShareLinkMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteShareLinkMutation, Types.DeleteShareLinkMutationVariables, Context>) => useMutation({ ...queries.deleteShareLinkMutation(useClient()), ...options });

/** Returns share links by id, in the order of `ids`; null for each id that does not exist. */
export const useShareLinksByIdsQuery = <Selected = Types.ShareLinksByIdsQuery>(variables: Types.ShareLinksByIdsQueryVariables, options?: QueryOptions<Types.ShareLinksByIdsQuery, Selected>) => useQuery({ ...queries.shareLinksByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns share links by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseShareLinksByIdsQuery = <Selected = Types.ShareLinksByIdsQuery>(variables: Types.ShareLinksByIdsQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinksByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.shareLinksByIdsQuery(variables, useCheckedClient()), ...options });

/** Returns a tool by id, or null if it does not exist. */
export const useToolQuery = <Selected = Types.ToolQuery>(variables: Types.ToolQueryVariables, options?: QueryOptions<Types.ToolQuery, Selected>) => useQuery({ ...queries.toolQuery(variables, useCheckedClient()), ...options });
/** Returns a tool by id, or null if it does not exist. */
export const useSuspenseToolQuery = <Selected = Types.ToolQuery>(variables: Types.ToolQueryVariables, options?: SuspenseQueryOptions<Types.ToolQuery, Selected>) => useSuspenseQuery({ ...queries.toolQuery(variables, useCheckedClient()), ...options });

/** Lists tools. */
export const useToolsQuery = <Selected = Types.ToolsQuery>(variables?: Types.ToolsQueryVariables, options?: QueryOptions<Types.ToolsQuery, Selected>) => useQuery({ ...queries.toolsQuery(variables, useCheckedClient()), ...options });
/** Lists tools. */
export const useSuspenseToolsQuery = <Selected = Types.ToolsQuery>(variables?: Types.ToolsQueryVariables, options?: SuspenseQueryOptions<Types.ToolsQuery, Selected>) => useSuspenseQuery({ ...queries.toolsQuery(variables, useCheckedClient()), ...options });
/** Lists tools. */
export const useInfiniteToolsQuery = <Selected = InfiniteData<Types.ToolsQuery, PageParam>>(variables?: Types.ToolsQueryVariables, options?: InfiniteQueryOptions<Types.ToolsQuery, Selected>) => useInfiniteQuery({ ...queries.toolsInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists tools. */
export const useSuspenseInfiniteToolsQuery = <Selected = InfiniteData<Types.ToolsQuery, PageParam>>(variables?: Types.ToolsQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.ToolsQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.toolsInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns tools by id, in the order of `ids`; null for each id that does not exist. */
export const useToolsByIdsQuery = <Selected = Types.ToolsByIdsQuery>(variables: Types.ToolsByIdsQueryVariables, options?: QueryOptions<Types.ToolsByIdsQuery, Selected>) => useQuery({ ...queries.toolsByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns tools by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseToolsByIdsQuery = <Selected = Types.ToolsByIdsQuery>(variables: Types.ToolsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.ToolsByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.toolsByIdsQuery(variables, useCheckedClient()), ...options });

/** Creates a tool. To attach it to a persona, use toolIds. */
export const useCreateToolMutation = <Context = unknown>(options?: MutationOptions<Types.CreateToolMutation, Types.CreateToolMutationVariables, Context>) => useMutation({ ...queries.createToolMutation(useClient()), ...options });

/** Updates a tool. */
export const useUpdateToolMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateToolMutation, Types.UpdateToolMutationVariables, Context>) => useMutation({ ...queries.updateToolMutation(useClient()), ...options });

/** Deletes a tool. */
export const useDeleteToolMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteToolMutation, Types.DeleteToolMutationVariables, Context>) => useMutation({ ...queries.deleteToolMutation(useClient()), ...options });

/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const useViewerQuery = <Selected = Types.ViewerQuery>(variables?: Types.ViewerQueryVariables, options?: QueryOptions<Types.ViewerQuery, Selected>) => useQuery({ ...queries.viewerQuery(variables, useCheckedClient()), ...options });
/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const useSuspenseViewerQuery = <Selected = Types.ViewerQuery>(variables?: Types.ViewerQueryVariables, options?: SuspenseQueryOptions<Types.ViewerQuery, Selected>) => useSuspenseQuery({ ...queries.viewerQuery(variables, useCheckedClient()), ...options });

/** Lists voices. */
export const useVoicesQuery = <Selected = Types.VoicesQuery>(variables?: Types.VoicesQueryVariables, options?: QueryOptions<Types.VoicesQuery, Selected>) => useQuery({ ...queries.voicesQuery(variables, useCheckedClient()), ...options });
/** Lists voices. */
export const useSuspenseVoicesQuery = <Selected = Types.VoicesQuery>(variables?: Types.VoicesQueryVariables, options?: SuspenseQueryOptions<Types.VoicesQuery, Selected>) => useSuspenseQuery({ ...queries.voicesQuery(variables, useCheckedClient()), ...options });
/** Lists voices. */
export const useInfiniteVoicesQuery = <Selected = InfiniteData<Types.VoicesQuery, PageParam>>(variables?: Types.VoicesQueryVariables, options?: InfiniteQueryOptions<Types.VoicesQuery, Selected>) => useInfiniteQuery({ ...queries.voicesInfiniteQuery(variables, useCheckedClient()), ...options });
/** Lists voices. */
export const useSuspenseInfiniteVoicesQuery = <Selected = InfiniteData<Types.VoicesQuery, PageParam>>(variables?: Types.VoicesQueryVariables, options?: SuspenseInfiniteQueryOptions<Types.VoicesQuery, Selected>) => useSuspenseInfiniteQuery({ ...queries.voicesInfiniteQuery(variables, useCheckedClient()), ...options });

/** Returns a voice by id, or null if it does not exist. */
export const useVoiceQuery = <Selected = Types.VoiceQuery>(variables: Types.VoiceQueryVariables, options?: QueryOptions<Types.VoiceQuery, Selected>) => useQuery({ ...queries.voiceQuery(variables, useCheckedClient()), ...options });
/** Returns a voice by id, or null if it does not exist. */
export const useSuspenseVoiceQuery = <Selected = Types.VoiceQuery>(variables: Types.VoiceQueryVariables, options?: SuspenseQueryOptions<Types.VoiceQuery, Selected>) => useSuspenseQuery({ ...queries.voiceQuery(variables, useCheckedClient()), ...options });

/** Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes. */
export const useCreateVoiceMutation = <Context = unknown>(options?: MutationOptions<Types.CreateVoiceMutation, Types.CreateVoiceMutationVariables, Context>) => useMutation({ ...queries.createVoiceMutation(useClient()), ...options });

/** Updates a voice. */
export const useUpdateVoiceMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables, Context>) => useMutation({ ...queries.updateVoiceMutation(useClient()), ...options });

/** Deletes a voice. Personas that use it keep the id. */
export const useDeleteVoiceMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables, Context>) => useMutation({ ...queries.deleteVoiceMutation(useClient()), ...options });

/** Creates a URL for the upload of a recording of up to 50 MB. Send the file to the URL with PUT and the same Content-Type, and then pass the key to createVoice. */
export const useCreateVoiceUploadMutation = <Context = unknown>(options?: MutationOptions<Types.CreateVoiceUploadMutation, Types.CreateVoiceUploadMutationVariables, Context>) => useMutation({ ...queries.createVoiceUploadMutation(useClient()), ...options });

/** Returns voices by id, in the order of `ids`; null for each id that does not exist. */
export const useVoicesByIdsQuery = <Selected = Types.VoicesByIdsQuery>(variables: Types.VoicesByIdsQueryVariables, options?: QueryOptions<Types.VoicesByIdsQuery, Selected>) => useQuery({ ...queries.voicesByIdsQuery(variables, useCheckedClient()), ...options });
/** Returns voices by id, in the order of `ids`; null for each id that does not exist. */
export const useSuspenseVoicesByIdsQuery = <Selected = Types.VoicesByIdsQuery>(variables: Types.VoicesByIdsQueryVariables, options?: SuspenseQueryOptions<Types.VoicesByIdsQuery, Selected>) => useSuspenseQuery({ ...queries.voicesByIdsQuery(variables, useCheckedClient()), ...options });