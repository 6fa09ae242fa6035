// Generated from schema/operations by `npm run generate`; not to be edited.
import { type InfiniteData, type SkipToken, useInfiniteQuery, useMutation, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCheckedClient, useClient } from './client-provider.ts';
import * as documents from './document-strings.ts';
import type { InfiniteQueryOptions, MutationOptions, QueryOptions, SuspenseInfiniteQueryOptions, SuspenseQueryOptions } from './hook-options.ts';
import { operationInfiniteQuery, operationMutation, operationQuery, type PageParam } from './query-options.ts';
import type * as Types from './types.ts';

/** Lists personas. */
export const usePersonasQuery = <Selected = Types.PersonasQuery>(variables: Types.PersonasQueryVariables | SkipToken = {}, options?: QueryOptions<Types.PersonasQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonasDocument, variables, useCheckedClient(), options), ...options });
/** Lists personas. */
export const useSuspensePersonasQuery = <Selected = Types.PersonasQuery>(variables: Types.PersonasQueryVariables = {}, options?: SuspenseQueryOptions<Types.PersonasQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonasDocument, variables, useCheckedClient(), options), ...options });
/** Lists personas. */
export const useInfinitePersonasQuery = <Selected = InfiniteData<Types.PersonasQuery, PageParam>>(variables: Types.PersonasQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.PersonasQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.PersonasDocument, variables, useCheckedClient(), options), ...options });
/** Lists personas. */
export const useSuspenseInfinitePersonasQuery = <Selected = InfiniteData<Types.PersonasQuery, PageParam>>(variables: Types.PersonasQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.PersonasQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.PersonasDocument, variables, useCheckedClient(), options), ...options });

/** Returns a persona by id, or null. */
export const usePersonaQuery = <Selected = Types.PersonaQuery>(variables: Types.PersonaQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaDocument, variables, useCheckedClient(), options), ...options });
/** Returns a persona by id, or null. */
export const useSuspensePersonaQuery = <Selected = Types.PersonaQuery>(variables: Types.PersonaQueryVariables, options?: SuspenseQueryOptions<Types.PersonaQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 personas by id. */
export const usePersonasByIdsQuery = <Selected = Types.PersonasByIdsQuery>(variables: Types.PersonasByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.PersonasByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonasByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 personas by id. */
export const useSuspensePersonasByIdsQuery = <Selected = Types.PersonasByIdsQuery>(variables: Types.PersonasByIdsQueryVariables, options?: SuspenseQueryOptions<Types.PersonasByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonasByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Creates a persona. With widgetConfig, it makes two upstream calls. */
export const useCreatePersonaMutation = <Context = unknown>(options?: MutationOptions<Types.CreatePersonaMutation, Types.CreatePersonaMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreatePersonaDocument, useClient()), ...options });

/** Updates a persona. Extension: personas. */
export const useUpdatePersonaMutation = <Context = unknown>(options?: MutationOptions<Types.UpdatePersonaMutation, Types.UpdatePersonaMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdatePersonaDocument, useClient()), ...options });

/** Deletes a persona. Extension: personas. */
export const useDeletePersonaMutation = <Context = unknown>(options?: MutationOptions<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeletePersonaDocument, useClient()), ...options });

/** Lists avatars. Extension: avatars. */
export const useAvatarsQuery = <Selected = Types.AvatarsQuery>(variables: Types.AvatarsQueryVariables | SkipToken = {}, options?: QueryOptions<Types.AvatarsQuery, Selected>) => useQuery({ ...operationQuery(documents.AvatarsDocument, variables, useCheckedClient(), options), ...options });
/** Lists avatars. Extension: avatars. */
export const useSuspenseAvatarsQuery = <Selected = Types.AvatarsQuery>(variables: Types.AvatarsQueryVariables = {}, options?: SuspenseQueryOptions<Types.AvatarsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.AvatarsDocument, variables, useCheckedClient(), options), ...options });
/** Lists avatars. Extension: avatars. */
export const useInfiniteAvatarsQuery = <Selected = InfiniteData<Types.AvatarsQuery, PageParam>>(variables: Types.AvatarsQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.AvatarsQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.AvatarsDocument, variables, useCheckedClient(), options), ...options });
/** Lists avatars. Extension: avatars. */
export const useSuspenseInfiniteAvatarsQuery = <Selected = InfiniteData<Types.AvatarsQuery, PageParam>>(variables: Types.AvatarsQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.AvatarsQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.AvatarsDocument, variables, useCheckedClient(), options), ...options });

/** Returns an avatar by id, or null. */
export const useAvatarQuery = <Selected = Types.AvatarQuery>(variables: Types.AvatarQueryVariables | SkipToken, options?: QueryOptions<Types.AvatarQuery, Selected>) => useQuery({ ...operationQuery(documents.AvatarDocument, variables, useCheckedClient(), options), ...options });
/** Returns an avatar by id, or null. */
export const useSuspenseAvatarQuery = <Selected = Types.AvatarQuery>(variables: Types.AvatarQueryVariables, options?: SuspenseQueryOptions<Types.AvatarQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.AvatarDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 avatars by id. */
export const useAvatarsByIdsQuery = <Selected = Types.AvatarsByIdsQuery>(variables: Types.AvatarsByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.AvatarsByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.AvatarsByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 avatars by id. */
export const useSuspenseAvatarsByIdsQuery = <Selected = Types.AvatarsByIdsQuery>(variables: Types.AvatarsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.AvatarsByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.AvatarsByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Creates a one-shot avatar from an image file or an image URL. Requires a pro or enterprise plan. Can take minutes. */
export const useCreateAvatarMutation = <Context = unknown>(options?: MutationOptions<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateAvatarDocument, useClient()), ...options });

/** Renames an avatar. Extension: avatars. */
export const useUpdateAvatarMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateAvatarDocument, useClient()), ...options });

/** Deletes an avatar. Personas keep its id. Extension: avatars. */
export const useDeleteAvatarMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteAvatarDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for an avatar. Callers with a JWT need the scopes records:read and prompts:read. */
export const useAvatarRecordQuery = <Selected = Types.AvatarRecordQuery>(variables: Types.AvatarRecordQueryVariables | SkipToken, options?: QueryOptions<Types.AvatarRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.AvatarRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for an avatar. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseAvatarRecordQuery = <Selected = Types.AvatarRecordQuery>(variables: Types.AvatarRecordQueryVariables, options?: SuspenseQueryOptions<Types.AvatarRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.AvatarRecordDocument, variables, useCheckedClient(), options), ...options });

/** Lists tools. Extension: tools. */
export const useToolsQuery = <Selected = Types.ToolsQuery>(variables: Types.ToolsQueryVariables | SkipToken = {}, options?: QueryOptions<Types.ToolsQuery, Selected>) => useQuery({ ...operationQuery(documents.ToolsDocument, variables, useCheckedClient(), options), ...options });
/** Lists tools. Extension: tools. */
export const useSuspenseToolsQuery = <Selected = Types.ToolsQuery>(variables: Types.ToolsQueryVariables = {}, options?: SuspenseQueryOptions<Types.ToolsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ToolsDocument, variables, useCheckedClient(), options), ...options });
/** Lists tools. Extension: tools. */
export const useInfiniteToolsQuery = <Selected = InfiniteData<Types.ToolsQuery, PageParam>>(variables: Types.ToolsQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.ToolsQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.ToolsDocument, variables, useCheckedClient(), options), ...options });
/** Lists tools. Extension: tools. */
export const useSuspenseInfiniteToolsQuery = <Selected = InfiniteData<Types.ToolsQuery, PageParam>>(variables: Types.ToolsQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.ToolsQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.ToolsDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 tools by id. */
export const useToolsByIdsQuery = <Selected = Types.ToolsByIdsQuery>(variables: Types.ToolsByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.ToolsByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.ToolsByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 tools by id. */
export const useSuspenseToolsByIdsQuery = <Selected = Types.ToolsByIdsQuery>(variables: Types.ToolsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.ToolsByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ToolsByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Creates a tool. To attach it to a persona, add its id to toolIds of the persona. Extension: tools. */
export const useCreateToolMutation = <Context = unknown>(options?: MutationOptions<Types.CreateToolMutation, Types.CreateToolMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateToolDocument, useClient()), ...options });

/** Deletes a tool. */
export const useDeleteToolMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteToolMutation, Types.DeleteToolMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteToolDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for a tool. Callers with a JWT need the scopes records:read and prompts:read. */
export const useToolRecordQuery = <Selected = Types.ToolRecordQuery>(variables: Types.ToolRecordQueryVariables | SkipToken, options?: QueryOptions<Types.ToolRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.ToolRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a tool. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseToolRecordQuery = <Selected = Types.ToolRecordQuery>(variables: Types.ToolRecordQueryVariables, options?: SuspenseQueryOptions<Types.ToolRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ToolRecordDocument, variables, useCheckedClient(), options), ...options });

/** Lists voices. Extension: voices. */
export const useVoicesQuery = <Selected = Types.VoicesQuery>(variables: Types.VoicesQueryVariables | SkipToken = {}, options?: QueryOptions<Types.VoicesQuery, Selected>) => useQuery({ ...operationQuery(documents.VoicesDocument, variables, useCheckedClient(), options), ...options });
/** Lists voices. Extension: voices. */
export const useSuspenseVoicesQuery = <Selected = Types.VoicesQuery>(variables: Types.VoicesQueryVariables = {}, options?: SuspenseQueryOptions<Types.VoicesQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.VoicesDocument, variables, useCheckedClient(), options), ...options });
/** Lists voices. Extension: voices. */
export const useInfiniteVoicesQuery = <Selected = InfiniteData<Types.VoicesQuery, PageParam>>(variables: Types.VoicesQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.VoicesQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.VoicesDocument, variables, useCheckedClient(), options), ...options });
/** Lists voices. Extension: voices. */
export const useSuspenseInfiniteVoicesQuery = <Selected = InfiniteData<Types.VoicesQuery, PageParam>>(variables: Types.VoicesQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.VoicesQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.VoicesDocument, variables, useCheckedClient(), options), ...options });

/** Returns a voice by id, or null. Extension: voices. */
export const useVoiceQuery = <Selected = Types.VoiceQuery>(variables: Types.VoiceQueryVariables | SkipToken, options?: QueryOptions<Types.VoiceQuery, Selected>) => useQuery({ ...operationQuery(documents.VoiceDocument, variables, useCheckedClient(), options), ...options });
/** Returns a voice by id, or null. Extension: voices. */
export const useSuspenseVoiceQuery = <Selected = Types.VoiceQuery>(variables: Types.VoiceQueryVariables, options?: SuspenseQueryOptions<Types.VoiceQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.VoiceDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 voices by id. Extension: voices. */
export const useVoicesByIdsQuery = <Selected = Types.VoicesByIdsQuery>(variables: Types.VoicesByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.VoicesByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.VoicesByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 voices by id. Extension: voices. */
export const useSuspenseVoicesByIdsQuery = <Selected = Types.VoicesByIdsQuery>(variables: Types.VoicesByIdsQueryVariables, options?: SuspenseQueryOptions<Types.VoicesByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.VoicesByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Creates a voice from a recording: a file, its URL, or the key of an upload. Can take minutes. */
export const useCreateVoiceMutation = <Context = unknown>(options?: MutationOptions<Types.CreateVoiceMutation, Types.CreateVoiceMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateVoiceDocument, useClient()), ...options });

/** Deletes a voice. Personas keep its id. Extension: voices. */
export const useDeleteVoiceMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteVoiceDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for a voice. Callers with a JWT need the scopes records:read and prompts:read. */
export const useVoiceRecordQuery = <Selected = Types.VoiceRecordQuery>(variables: Types.VoiceRecordQueryVariables | SkipToken, options?: QueryOptions<Types.VoiceRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.VoiceRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a voice. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseVoiceRecordQuery = <Selected = Types.VoiceRecordQuery>(variables: Types.VoiceRecordQueryVariables, options?: SuspenseQueryOptions<Types.VoiceRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.VoiceRecordDocument, variables, useCheckedClient(), options), ...options });

/** Lists LLMs. Extension: llms, except for built-in ones. */
export const useLlmsQuery = <Selected = Types.LlmsQuery>(variables: Types.LlmsQueryVariables | SkipToken = {}, options?: QueryOptions<Types.LlmsQuery, Selected>) => useQuery({ ...operationQuery(documents.LlmsDocument, variables, useCheckedClient(), options), ...options });
/** Lists LLMs. Extension: llms, except for built-in ones. */
export const useSuspenseLlmsQuery = <Selected = Types.LlmsQuery>(variables: Types.LlmsQueryVariables = {}, options?: SuspenseQueryOptions<Types.LlmsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.LlmsDocument, variables, useCheckedClient(), options), ...options });
/** Lists LLMs. Extension: llms, except for built-in ones. */
export const useInfiniteLlmsQuery = <Selected = InfiniteData<Types.LlmsQuery, PageParam>>(variables: Types.LlmsQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.LlmsQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.LlmsDocument, variables, useCheckedClient(), options), ...options });
/** Lists LLMs. Extension: llms, except for built-in ones. */
export const useSuspenseInfiniteLlmsQuery = <Selected = InfiniteData<Types.LlmsQuery, PageParam>>(variables: Types.LlmsQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.LlmsQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.LlmsDocument, variables, useCheckedClient(), options), ...options });

/** Returns an LLM by id, or null. Extension: llms, except for built-in ones. */
export const useLlmQuery = <Selected = Types.LlmQuery>(variables: Types.LlmQueryVariables | SkipToken, options?: QueryOptions<Types.LlmQuery, Selected>) => useQuery({ ...operationQuery(documents.LlmDocument, variables, useCheckedClient(), options), ...options });
/** Returns an LLM by id, or null. Extension: llms, except for built-in ones. */
export const useSuspenseLlmQuery = <Selected = Types.LlmQuery>(variables: Types.LlmQueryVariables, options?: SuspenseQueryOptions<Types.LlmQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.LlmDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 LLMs by id. Extension: llms, except for built-in ones. */
export const useLlmsByIdsQuery = <Selected = Types.LlmsByIdsQuery>(variables: Types.LlmsByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.LlmsByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.LlmsByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 LLMs by id. Extension: llms, except for built-in ones. */
export const useSuspenseLlmsByIdsQuery = <Selected = Types.LlmsByIdsQuery>(variables: Types.LlmsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.LlmsByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.LlmsByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Deletes an LLM. Personas keep its id. Built-in LLMs cannot be deleted. Extension: llms. */
export const useDeleteLlmMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteLlmDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for an LLM. Callers with a JWT need the scopes records:read and prompts:read. */
export const useLlmRecordQuery = <Selected = Types.LlmRecordQuery>(variables: Types.LlmRecordQueryVariables | SkipToken, options?: QueryOptions<Types.LlmRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.LlmRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for an LLM. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseLlmRecordQuery = <Selected = Types.LlmRecordQuery>(variables: Types.LlmRecordQueryVariables, options?: SuspenseQueryOptions<Types.LlmRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.LlmRecordDocument, variables, useCheckedClient(), options), ...options });

/** Lists share links. Extension: share-links. */
export const useShareLinksQuery = <Selected = Types.ShareLinksQuery>(variables: Types.ShareLinksQueryVariables | SkipToken = {}, options?: QueryOptions<Types.ShareLinksQuery, Selected>) => useQuery({ ...operationQuery(documents.ShareLinksDocument, variables, useCheckedClient(), options), ...options });
/** Lists share links. Extension: share-links. */
export const useSuspenseShareLinksQuery = <Selected = Types.ShareLinksQuery>(variables: Types.ShareLinksQueryVariables = {}, options?: SuspenseQueryOptions<Types.ShareLinksQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ShareLinksDocument, variables, useCheckedClient(), options), ...options });
/** Lists share links. Extension: share-links. */
export const useInfiniteShareLinksQuery = <Selected = InfiniteData<Types.ShareLinksQuery, PageParam>>(variables: Types.ShareLinksQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.ShareLinksQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.ShareLinksDocument, variables, useCheckedClient(), options), ...options });
/** Lists share links. Extension: share-links. */
export const useSuspenseInfiniteShareLinksQuery = <Selected = InfiniteData<Types.ShareLinksQuery, PageParam>>(variables: Types.ShareLinksQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.ShareLinksQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.ShareLinksDocument, variables, useCheckedClient(), options), ...options });

/** Returns a share link by id, or null. Extension: share-links. */
export const useShareLinkQuery = <Selected = Types.ShareLinkQuery>(variables: Types.ShareLinkQueryVariables | SkipToken, options?: QueryOptions<Types.ShareLinkQuery, Selected>) => useQuery({ ...operationQuery(documents.ShareLinkDocument, variables, useCheckedClient(), options), ...options });
/** Returns a share link by id, or null. Extension: share-links. */
export const useSuspenseShareLinkQuery = <Selected = Types.ShareLinkQuery>(variables: Types.ShareLinkQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinkQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ShareLinkDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 share links by id. Extension: share-links. */
export const useShareLinksByIdsQuery = <Selected = Types.ShareLinksByIdsQuery>(variables: Types.ShareLinksByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.ShareLinksByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.ShareLinksByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 share links by id. Extension: share-links. */
export const useSuspenseShareLinksByIdsQuery = <Selected = Types.ShareLinksByIdsQuery>(variables: Types.ShareLinksByIdsQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinksByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ShareLinksByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Updates a share link. Extension: share-links. */
export const useUpdateShareLinkMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateShareLinkMutation, Types.UpdateShareLinkMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateShareLinkDocument, useClient()), ...options });

/** Deletes a share link. It can no longer be used. Extension: share-links. */
export const useDeleteShareLinkMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteShareLinkMutation, Types.DeleteShareLinkMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteShareLinkDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for a share link. Callers with a JWT need the scopes records:read and prompts:read. */
export const useShareLinkRecordQuery = <Selected = Types.ShareLinkRecordQuery>(variables: Types.ShareLinkRecordQueryVariables | SkipToken, options?: QueryOptions<Types.ShareLinkRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.ShareLinkRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a share link. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseShareLinkRecordQuery = <Selected = Types.ShareLinkRecordQuery>(variables: Types.ShareLinkRecordQueryVariables, options?: SuspenseQueryOptions<Types.ShareLinkRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ShareLinkRecordDocument, variables, useCheckedClient(), options), ...options });

/** Lists meeting invites. Extension: meetings. */
export const useMeetingInvitesQuery = <Selected = Types.MeetingInvitesQuery>(variables: Types.MeetingInvitesQueryVariables | SkipToken = {}, options?: QueryOptions<Types.MeetingInvitesQuery, Selected>) => useQuery({ ...operationQuery(documents.MeetingInvitesDocument, variables, useCheckedClient(), options), ...options });
/** Lists meeting invites. Extension: meetings. */
export const useSuspenseMeetingInvitesQuery = <Selected = Types.MeetingInvitesQuery>(variables: Types.MeetingInvitesQueryVariables = {}, options?: SuspenseQueryOptions<Types.MeetingInvitesQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.MeetingInvitesDocument, variables, useCheckedClient(), options), ...options });
/** Lists meeting invites. Extension: meetings. */
export const useInfiniteMeetingInvitesQuery = <Selected = InfiniteData<Types.MeetingInvitesQuery, PageParam>>(variables: Types.MeetingInvitesQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.MeetingInvitesQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.MeetingInvitesDocument, variables, useCheckedClient(), options), ...options });
/** Lists meeting invites. Extension: meetings. */
export const useSuspenseInfiniteMeetingInvitesQuery = <Selected = InfiniteData<Types.MeetingInvitesQuery, PageParam>>(variables: Types.MeetingInvitesQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.MeetingInvitesQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.MeetingInvitesDocument, variables, useCheckedClient(), options), ...options });

/** Returns a meeting invite by id, or null. Extension: meetings. */
export const useMeetingInviteQuery = <Selected = Types.MeetingInviteQuery>(variables: Types.MeetingInviteQueryVariables | SkipToken, options?: QueryOptions<Types.MeetingInviteQuery, Selected>) => useQuery({ ...operationQuery(documents.MeetingInviteDocument, variables, useCheckedClient(), options), ...options });
/** Returns a meeting invite by id, or null. Extension: meetings. */
export const useSuspenseMeetingInviteQuery = <Selected = Types.MeetingInviteQuery>(variables: Types.MeetingInviteQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInviteQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.MeetingInviteDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 meeting invites by id. Extension: meetings. */
export const useMeetingInvitesByIdsQuery = <Selected = Types.MeetingInvitesByIdsQuery>(variables: Types.MeetingInvitesByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.MeetingInvitesByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.MeetingInvitesByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 meeting invites by id. Extension: meetings. */
export const useSuspenseMeetingInvitesByIdsQuery = <Selected = Types.MeetingInvitesByIdsQuery>(variables: Types.MeetingInvitesByIdsQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInvitesByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.MeetingInvitesByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Invites a persona to a video meeting. Extension: meetings. */
export const useCreateMeetingInviteMutation = <Context = unknown>(options?: MutationOptions<Types.CreateMeetingInviteMutation, Types.CreateMeetingInviteMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateMeetingInviteDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for a meeting invite. Callers with a JWT need the scopes records:read and prompts:read. */
export const useMeetingInviteRecordQuery = <Selected = Types.MeetingInviteRecordQuery>(variables: Types.MeetingInviteRecordQueryVariables | SkipToken, options?: QueryOptions<Types.MeetingInviteRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.MeetingInviteRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a meeting invite. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseMeetingInviteRecordQuery = <Selected = Types.MeetingInviteRecordQuery>(variables: Types.MeetingInviteRecordQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInviteRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.MeetingInviteRecordDocument, variables, useCheckedClient(), options), ...options });

/** Lists sessions. Extension: sessions. */
export const useSessionsQuery = <Selected = Types.SessionsQuery>(variables: Types.SessionsQueryVariables | SkipToken = {}, options?: QueryOptions<Types.SessionsQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionsDocument, variables, useCheckedClient(), options), ...options });
/** Lists sessions. Extension: sessions. */
export const useSuspenseSessionsQuery = <Selected = Types.SessionsQuery>(variables: Types.SessionsQueryVariables = {}, options?: SuspenseQueryOptions<Types.SessionsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionsDocument, variables, useCheckedClient(), options), ...options });
/** Lists sessions. Extension: sessions. */
export const useInfiniteSessionsQuery = <Selected = InfiniteData<Types.SessionsQuery, PageParam>>(variables: Types.SessionsQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.SessionsQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.SessionsDocument, variables, useCheckedClient(), options), ...options });
/** Lists sessions. Extension: sessions. */
export const useSuspenseInfiniteSessionsQuery = <Selected = InfiniteData<Types.SessionsQuery, PageParam>>(variables: Types.SessionsQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.SessionsQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.SessionsDocument, variables, useCheckedClient(), options), ...options });

/** Returns a session by id, or null. Extension: sessions. */
export const useSessionQuery = <Selected = Types.SessionQuery>(variables: Types.SessionQueryVariables | SkipToken, options?: QueryOptions<Types.SessionQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionDocument, variables, useCheckedClient(), options), ...options });
/** Returns a session by id, or null. Extension: sessions. */
export const useSuspenseSessionQuery = <Selected = Types.SessionQuery>(variables: Types.SessionQueryVariables, options?: SuspenseQueryOptions<Types.SessionQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 sessions by id. Extension: sessions. */
export const useSessionsByIdsQuery = <Selected = Types.SessionsByIdsQuery>(variables: Types.SessionsByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.SessionsByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionsByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 sessions by id. Extension: sessions. */
export const useSuspenseSessionsByIdsQuery = <Selected = Types.SessionsByIdsQuery>(variables: Types.SessionsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.SessionsByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionsByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Lists knowledge groups. Extension: knowledge. */
export const useKnowledgeGroupsQuery = <Selected = Types.KnowledgeGroupsQuery>(variables: Types.KnowledgeGroupsQueryVariables | SkipToken = {}, options?: QueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeGroupsDocument, variables, useCheckedClient(), options), ...options });
/** Lists knowledge groups. Extension: knowledge. */
export const useSuspenseKnowledgeGroupsQuery = <Selected = Types.KnowledgeGroupsQuery>(variables: Types.KnowledgeGroupsQueryVariables = {}, options?: SuspenseQueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeGroupsDocument, variables, useCheckedClient(), options), ...options });
/** Lists knowledge groups. Extension: knowledge. */
export const useInfiniteKnowledgeGroupsQuery = <Selected = InfiniteData<Types.KnowledgeGroupsQuery, PageParam>>(variables: Types.KnowledgeGroupsQueryVariables | SkipToken = {}, options?: InfiniteQueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useInfiniteQuery({ ...operationInfiniteQuery(documents.KnowledgeGroupsDocument, variables, useCheckedClient(), options), ...options });
/** Lists knowledge groups. Extension: knowledge. */
export const useSuspenseInfiniteKnowledgeGroupsQuery = <Selected = InfiniteData<Types.KnowledgeGroupsQuery, PageParam>>(variables: Types.KnowledgeGroupsQueryVariables = {}, options?: SuspenseInfiniteQueryOptions<Types.KnowledgeGroupsQuery, Selected>) => useSuspenseInfiniteQuery({ ...operationInfiniteQuery(documents.KnowledgeGroupsDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 knowledge groups by id. Extension: knowledge. */
export const useKnowledgeGroupsByIdsQuery = <Selected = Types.KnowledgeGroupsByIdsQuery>(variables: Types.KnowledgeGroupsByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeGroupsByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeGroupsByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 knowledge groups by id. Extension: knowledge. */
export const useSuspenseKnowledgeGroupsByIdsQuery = <Selected = Types.KnowledgeGroupsByIdsQuery>(variables: Types.KnowledgeGroupsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupsByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeGroupsByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Creates a knowledge group. Extension: knowledge. */
export const useCreateKnowledgeGroupMutation = <Context = unknown>(options?: MutationOptions<Types.CreateKnowledgeGroupMutation, Types.CreateKnowledgeGroupMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateKnowledgeGroupDocument, useClient()), ...options });

/** Updates a knowledge group. Extension: knowledge. */
export const useUpdateKnowledgeGroupMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateKnowledgeGroupMutation, Types.UpdateKnowledgeGroupMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateKnowledgeGroupDocument, useClient()), ...options });

/** Deletes a knowledge group. Its documents are deleted, too. Tools that use it keep the id. Extension: knowledge. */
export const useDeleteKnowledgeGroupMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteKnowledgeGroupMutation, Types.DeleteKnowledgeGroupMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteKnowledgeGroupDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for a knowledge group. Callers with a JWT need the scopes records:read and prompts:read. */
export const useKnowledgeGroupRecordQuery = <Selected = Types.KnowledgeGroupRecordQuery>(variables: Types.KnowledgeGroupRecordQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeGroupRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeGroupRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a knowledge group. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseKnowledgeGroupRecordQuery = <Selected = Types.KnowledgeGroupRecordQuery>(variables: Types.KnowledgeGroupRecordQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeGroupRecordDocument, variables, useCheckedClient(), options), ...options });

/** Returns a knowledge document by id, or null. Extension: knowledge. */
export const useKnowledgeDocumentQuery = <Selected = Types.KnowledgeDocumentQuery>(variables: Types.KnowledgeDocumentQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeDocumentQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeDocumentDocument, variables, useCheckedClient(), options), ...options });
/** Returns a knowledge document by id, or null. Extension: knowledge. */
export const useSuspenseKnowledgeDocumentQuery = <Selected = Types.KnowledgeDocumentQuery>(variables: Types.KnowledgeDocumentQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDocumentQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeDocumentDocument, variables, useCheckedClient(), options), ...options });

/** Returns at most 100 knowledge documents by id. Extension: knowledge. */
export const useKnowledgeDocumentsByIdsQuery = <Selected = Types.KnowledgeDocumentsByIdsQuery>(variables: Types.KnowledgeDocumentsByIdsQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeDocumentsByIdsQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeDocumentsByIdsDocument, variables, useCheckedClient(), options), ...options });
/** Returns at most 100 knowledge documents by id. Extension: knowledge. */
export const useSuspenseKnowledgeDocumentsByIdsQuery = <Selected = Types.KnowledgeDocumentsByIdsQuery>(variables: Types.KnowledgeDocumentsByIdsQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDocumentsByIdsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeDocumentsByIdsDocument, variables, useCheckedClient(), options), ...options });

/** Adds a document to a knowledge group. Its text is processed afterwards. Poll its status until it is READY or FAILED. */
export const useCreateKnowledgeDocumentMutation = <Context = unknown>(options?: MutationOptions<Types.CreateKnowledgeDocumentMutation, Types.CreateKnowledgeDocumentMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateKnowledgeDocumentDocument, useClient()), ...options });

/** Renames a knowledge document. Extension: knowledge. */
export const useUpdateKnowledgeDocumentMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateKnowledgeDocumentMutation, Types.UpdateKnowledgeDocumentMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateKnowledgeDocumentDocument, useClient()), ...options });

/** Deletes a knowledge document. Extension: knowledge. */
export const useDeleteKnowledgeDocumentMutation = <Context = unknown>(options?: MutationOptions<Types.DeleteKnowledgeDocumentMutation, Types.DeleteKnowledgeDocumentMutationVariables, Context>) => useMutation({ ...operationMutation(documents.DeleteKnowledgeDocumentDocument, useClient()), ...options });

/** Returns the raw JSON that the upstream returns for a knowledge document. Callers with a JWT need the scopes records:read and prompts:read. */
export const useKnowledgeDocumentRecordQuery = <Selected = Types.KnowledgeDocumentRecordQuery>(variables: Types.KnowledgeDocumentRecordQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeDocumentRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeDocumentRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a knowledge document. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseKnowledgeDocumentRecordQuery = <Selected = Types.KnowledgeDocumentRecordQuery>(variables: Types.KnowledgeDocumentRecordQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDocumentRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeDocumentRecordDocument, variables, useCheckedClient(), options), ...options });

/** Creates a token for a visitor without a login, which the page keeps. An operation can have this field once. It makes no upstream call, and fails with NOT_SUPPORTED if the policy has no guests. */
export const useCreateGuestTokenMutation = <Context = unknown>(options?: MutationOptions<Types.CreateGuestTokenMutation, Types.CreateGuestTokenMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateGuestTokenDocument, useClient()), ...options });

/** Returns a knowledge group by id, or null. Extension: knowledge. */
export const useKnowledgeGroupQuery = <Selected = Types.KnowledgeGroupQuery>(variables: Types.KnowledgeGroupQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeGroupQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeGroupDocument, variables, useCheckedClient(), options), ...options });
/** Returns a knowledge group by id, or null. Extension: knowledge. */
export const useSuspenseKnowledgeGroupQuery = <Selected = Types.KnowledgeGroupQuery>(variables: Types.KnowledgeGroupQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeGroupQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeGroupDocument, variables, useCheckedClient(), options), ...options });

/** Searches the documents of a knowledge group, best match first. Null if the group does not exist. */
export const useSearchKnowledgeQuery = <Selected = Types.SearchKnowledgeQuery>(variables: Types.SearchKnowledgeQueryVariables | SkipToken, options?: QueryOptions<Types.SearchKnowledgeQuery, Selected>) => useQuery({ ...operationQuery(documents.SearchKnowledgeDocument, variables, useCheckedClient(), options), ...options });
/** Searches the documents of a knowledge group, best match first. Null if the group does not exist. */
export const useSuspenseSearchKnowledgeQuery = <Selected = Types.SearchKnowledgeQuery>(variables: Types.SearchKnowledgeQueryVariables, options?: SuspenseQueryOptions<Types.SearchKnowledgeQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SearchKnowledgeDocument, variables, useCheckedClient(), options), ...options });

/** Returns the file name of a knowledge document and a URL to download it, which is valid for a short time. */
export const useKnowledgeDownloadQuery = <Selected = Types.KnowledgeDownloadQuery>(variables: Types.KnowledgeDownloadQueryVariables | SkipToken, options?: QueryOptions<Types.KnowledgeDownloadQuery, Selected>) => useQuery({ ...operationQuery(documents.KnowledgeDownloadDocument, variables, useCheckedClient(), options), ...options });
/** Returns the file name of a knowledge document and a URL to download it, which is valid for a short time. */
export const useSuspenseKnowledgeDownloadQuery = <Selected = Types.KnowledgeDownloadQuery>(variables: Types.KnowledgeDownloadQueryVariables, options?: SuspenseQueryOptions<Types.KnowledgeDownloadQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.KnowledgeDownloadDocument, variables, useCheckedClient(), options), ...options });

/** Returns the knowledge groups that the tools of a persona search. Callers with a JWT need the scope prompts:read. */
export const usePersonaKnowledgeQuery = <Selected = Types.PersonaKnowledgeQuery>(variables: Types.PersonaKnowledgeQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaKnowledgeQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaKnowledgeDocument, variables, useCheckedClient(), options), ...options });
/** Returns the knowledge groups that the tools of a persona search. Callers with a JWT need the scope prompts:read. */
export const useSuspensePersonaKnowledgeQuery = <Selected = Types.PersonaKnowledgeQuery>(variables: Types.PersonaKnowledgeQueryVariables, options?: SuspenseQueryOptions<Types.PersonaKnowledgeQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaKnowledgeDocument, variables, useCheckedClient(), options), ...options });

/** Returns the knowledge groups that a tool searches. */
export const useToolKnowledgeQuery = <Selected = Types.ToolKnowledgeQuery>(variables: Types.ToolKnowledgeQueryVariables | SkipToken, options?: QueryOptions<Types.ToolKnowledgeQuery, Selected>) => useQuery({ ...operationQuery(documents.ToolKnowledgeDocument, variables, useCheckedClient(), options), ...options });
/** Returns the knowledge groups that a tool searches. */
export const useSuspenseToolKnowledgeQuery = <Selected = Types.ToolKnowledgeQuery>(variables: Types.ToolKnowledgeQueryVariables, options?: SuspenseQueryOptions<Types.ToolKnowledgeQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ToolKnowledgeDocument, variables, useCheckedClient(), options), ...options });

/** Creates a custom LLM. No response has its API key. Extension: llms. */
export const useCreateLlmMutation = <Context = unknown>(options?: MutationOptions<Types.CreateLlmMutation, Types.CreateLlmMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateLlmDocument, useClient()), ...options });

/** Updates a custom LLM, not a built-in one. Extension: llms. */
export const useUpdateLlmMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateLlmDocument, useClient()), ...options });

/** Cancels a meeting invite. A joined persona leaves. Extension: meetings. */
export const useCancelMeetingInviteMutation = <Context = unknown>(options?: MutationOptions<Types.CancelMeetingInviteMutation, Types.CancelMeetingInviteMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CancelMeetingInviteDocument, useClient()), ...options });

/** Returns the session of a meeting invite, once it has started. */
export const useMeetingInviteSessionQuery = <Selected = Types.MeetingInviteSessionQuery>(variables: Types.MeetingInviteSessionQueryVariables | SkipToken, options?: QueryOptions<Types.MeetingInviteSessionQuery, Selected>) => useQuery({ ...operationQuery(documents.MeetingInviteSessionDocument, variables, useCheckedClient(), options), ...options });
/** Returns the session of a meeting invite, once it has started. */
export const useSuspenseMeetingInviteSessionQuery = <Selected = Types.MeetingInviteSessionQuery>(variables: Types.MeetingInviteSessionQueryVariables, options?: SuspenseQueryOptions<Types.MeetingInviteSessionQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.MeetingInviteSessionDocument, variables, useCheckedClient(), options), ...options });

/** Returns how a persona is made: system prompt, first message and personality. Callers with a JWT need the scope prompts:read. */
export const usePersonaPromptsQuery = <Selected = Types.PersonaPromptsQuery>(variables: Types.PersonaPromptsQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaPromptsQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaPromptsDocument, variables, useCheckedClient(), options), ...options });
/** Returns how a persona is made: system prompt, first message and personality. Callers with a JWT need the scope prompts:read. */
export const useSuspensePersonaPromptsQuery = <Selected = Types.PersonaPromptsQuery>(variables: Types.PersonaPromptsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaPromptsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaPromptsDocument, variables, useCheckedClient(), options), ...options });

/** Returns the voice and the tools of a persona. */
export const usePersonaPartsQuery = <Selected = Types.PersonaPartsQuery>(variables: Types.PersonaPartsQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaPartsQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaPartsDocument, variables, useCheckedClient(), options), ...options });
/** Returns the voice and the tools of a persona. */
export const useSuspensePersonaPartsQuery = <Selected = Types.PersonaPartsQuery>(variables: Types.PersonaPartsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaPartsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaPartsDocument, variables, useCheckedClient(), options), ...options });

/** Returns the raw JSON that the upstream returns for a persona. Callers with a JWT need the scopes records:read and prompts:read. */
export const usePersonaRecordQuery = <Selected = Types.PersonaRecordQuery>(variables: Types.PersonaRecordQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a persona. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspensePersonaRecordQuery = <Selected = Types.PersonaRecordQuery>(variables: Types.PersonaRecordQueryVariables, options?: SuspenseQueryOptions<Types.PersonaRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaRecordDocument, variables, useCheckedClient(), options), ...options });

/** Returns the raw JSON that the upstream returns for a session. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSessionRecordQuery = <Selected = Types.SessionRecordQuery>(variables: Types.SessionRecordQueryVariables | SkipToken, options?: QueryOptions<Types.SessionRecordQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionRecordDocument, variables, useCheckedClient(), options), ...options });
/** Returns the raw JSON that the upstream returns for a session. Callers with a JWT need the scopes records:read and prompts:read. */
export const useSuspenseSessionRecordQuery = <Selected = Types.SessionRecordQuery>(variables: Types.SessionRecordQueryVariables, options?: SuspenseQueryOptions<Types.SessionRecordQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionRecordDocument, variables, useCheckedClient(), options), ...options });

/** Creates a session token. The API key stays on the server. */
export const useCreateSessionTokenMutation = <Context = unknown>(options?: MutationOptions<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateSessionTokenDocument, useClient()), ...options });

/** Creates a session token whose persona the client chooses. @deprecated Use createSessionToken, which sets the persona on the server. */
export const useCreateLegacySessionTokenMutation = <Context = unknown>(options?: MutationOptions<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateLegacySessionTokenDocument, useClient()), ...options });

/** Returns the sessions of a persona, latest first. */
export const usePersonaSessionsQuery = <Selected = Types.PersonaSessionsQuery>(variables: Types.PersonaSessionsQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaSessionsQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaSessionsDocument, variables, useCheckedClient(), options), ...options });
/** Returns the sessions of a persona, latest first. */
export const useSuspensePersonaSessionsQuery = <Selected = Types.PersonaSessionsQuery>(variables: Types.PersonaSessionsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaSessionsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaSessionsDocument, variables, useCheckedClient(), options), ...options });

/** Returns statistics of the sessions of a persona. */
export const usePersonaStatisticsQuery = <Selected = Types.PersonaStatisticsQuery>(variables: Types.PersonaStatisticsQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaStatisticsQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaStatisticsDocument, variables, useCheckedClient(), options), ...options });
/** Returns statistics of the sessions of a persona. */
export const useSuspensePersonaStatisticsQuery = <Selected = Types.PersonaStatisticsQuery>(variables: Types.PersonaStatisticsQueryVariables, options?: SuspenseQueryOptions<Types.PersonaStatisticsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaStatisticsDocument, variables, useCheckedClient(), options), ...options });

/** Returns the tool calls of a session. */
export const useSessionToolCallsQuery = <Selected = Types.SessionToolCallsQuery>(variables: Types.SessionToolCallsQueryVariables | SkipToken, options?: QueryOptions<Types.SessionToolCallsQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionToolCallsDocument, variables, useCheckedClient(), options), ...options });
/** Returns the tool calls of a session. */
export const useSuspenseSessionToolCallsQuery = <Selected = Types.SessionToolCallsQuery>(variables: Types.SessionToolCallsQueryVariables, options?: SuspenseQueryOptions<Types.SessionToolCallsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionToolCallsDocument, variables, useCheckedClient(), options), ...options });

/** Returns the transcript of a session, and whether the session is live. */
export const useSessionTranscriptQuery = <Selected = Types.SessionTranscriptQuery>(variables: Types.SessionTranscriptQueryVariables | SkipToken, options?: QueryOptions<Types.SessionTranscriptQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionTranscriptDocument, variables, useCheckedClient(), options), ...options });
/** Returns the transcript of a session, and whether the session is live. */
export const useSuspenseSessionTranscriptQuery = <Selected = Types.SessionTranscriptQuery>(variables: Types.SessionTranscriptQueryVariables, options?: SuspenseQueryOptions<Types.SessionTranscriptQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionTranscriptDocument, variables, useCheckedClient(), options), ...options });

/** Returns the recording of a session. */
export const useSessionRecordingQuery = <Selected = Types.SessionRecordingQuery>(variables: Types.SessionRecordingQueryVariables | SkipToken, options?: QueryOptions<Types.SessionRecordingQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionRecordingDocument, variables, useCheckedClient(), options), ...options });
/** Returns the recording of a session. */
export const useSuspenseSessionRecordingQuery = <Selected = Types.SessionRecordingQuery>(variables: Types.SessionRecordingQueryVariables, options?: SuspenseQueryOptions<Types.SessionRecordingQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionRecordingDocument, variables, useCheckedClient(), options), ...options });

/** Returns the turns of a session with their durations. */
export const useSessionTurnsQuery = <Selected = Types.SessionTurnsQuery>(variables: Types.SessionTurnsQueryVariables | SkipToken, options?: QueryOptions<Types.SessionTurnsQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionTurnsDocument, variables, useCheckedClient(), options), ...options });
/** Returns the turns of a session with their durations. */
export const useSuspenseSessionTurnsQuery = <Selected = Types.SessionTurnsQuery>(variables: Types.SessionTurnsQueryVariables, options?: SuspenseQueryOptions<Types.SessionTurnsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionTurnsDocument, variables, useCheckedClient(), options), ...options });

/** Returns how many sessions run, and how many can. Extension: sessions. */
export const useSessionConcurrencyQuery = <Selected = Types.SessionConcurrencyQuery>(variables: Types.SessionConcurrencyQueryVariables | SkipToken = {}, options?: QueryOptions<Types.SessionConcurrencyQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionConcurrencyDocument, variables, useCheckedClient(), options), ...options });
/** Returns how many sessions run, and how many can. Extension: sessions. */
export const useSuspenseSessionConcurrencyQuery = <Selected = Types.SessionConcurrencyQuery>(variables: Types.SessionConcurrencyQueryVariables = {}, options?: SuspenseQueryOptions<Types.SessionConcurrencyQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionConcurrencyDocument, variables, useCheckedClient(), options), ...options });

/** Stops a session. It ends shortly afterwards, so it can still be live in the result. Poll `endedAt` to see when it has ended. Extension: sessions. */
export const useStopSessionMutation = <Context = unknown>(options?: MutationOptions<Types.StopSessionMutation, Types.StopSessionMutationVariables, Context>) => useMutation({ ...operationMutation(documents.StopSessionDocument, useClient()), ...options });

/** Returns the numbers of turns of sessions; null for a session without analytics. */
export const useSessionTurnCountsQuery = <Selected = Types.SessionTurnCountsQuery>(variables: Types.SessionTurnCountsQueryVariables | SkipToken, options?: QueryOptions<Types.SessionTurnCountsQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionTurnCountsDocument, variables, useCheckedClient(), options), ...options });
/** Returns the numbers of turns of sessions; null for a session without analytics. */
export const useSuspenseSessionTurnCountsQuery = <Selected = Types.SessionTurnCountsQuery>(variables: Types.SessionTurnCountsQueryVariables, options?: SuspenseQueryOptions<Types.SessionTurnCountsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionTurnCountsDocument, variables, useCheckedClient(), options), ...options });

/** Returns latencies, errors and other statistics of all sessions in a time range. Extension: sessions. */
export const useSessionStatisticsQuery = <Selected = Types.SessionStatisticsQuery>(variables: Types.SessionStatisticsQueryVariables | SkipToken = {}, options?: QueryOptions<Types.SessionStatisticsQuery, Selected>) => useQuery({ ...operationQuery(documents.SessionStatisticsDocument, variables, useCheckedClient(), options), ...options });
/** Returns latencies, errors and other statistics of all sessions in a time range. Extension: sessions. */
export const useSuspenseSessionStatisticsQuery = <Selected = Types.SessionStatisticsQuery>(variables: Types.SessionStatisticsQueryVariables = {}, options?: SuspenseQueryOptions<Types.SessionStatisticsQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.SessionStatisticsDocument, variables, useCheckedClient(), options), ...options });

/** Returns the share links of a persona. */
export const usePersonaShareLinksQuery = <Selected = Types.PersonaShareLinksQuery>(variables: Types.PersonaShareLinksQueryVariables | SkipToken, options?: QueryOptions<Types.PersonaShareLinksQuery, Selected>) => useQuery({ ...operationQuery(documents.PersonaShareLinksDocument, variables, useCheckedClient(), options), ...options });
/** Returns the share links of a persona. */
export const useSuspensePersonaShareLinksQuery = <Selected = Types.PersonaShareLinksQuery>(variables: Types.PersonaShareLinksQueryVariables, options?: SuspenseQueryOptions<Types.PersonaShareLinksQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.PersonaShareLinksDocument, variables, useCheckedClient(), options), ...options });

/** Creates a share link for a persona. Extension: share-links. */
export const useCreateShareLinkMutation = <Context = unknown>(options?: MutationOptions<Types.CreateShareLinkMutation, Types.CreateShareLinkMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateShareLinkDocument, useClient()), ...options });

/** Returns a tool by id, or null if it does not exist. Callers with a JWT need the scope prompts:read, as for UpdateTool. */
export const useToolQuery = <Selected = Types.ToolQuery>(variables: Types.ToolQueryVariables | SkipToken, options?: QueryOptions<Types.ToolQuery, Selected>) => useQuery({ ...operationQuery(documents.ToolDocument, variables, useCheckedClient(), options), ...options });
/** Returns a tool by id, or null if it does not exist. Callers with a JWT need the scope prompts:read, as for UpdateTool. */
export const useSuspenseToolQuery = <Selected = Types.ToolQuery>(variables: Types.ToolQueryVariables, options?: SuspenseQueryOptions<Types.ToolQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ToolDocument, variables, useCheckedClient(), options), ...options });

/** Updates a tool. */
export const useUpdateToolMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateToolMutation, Types.UpdateToolMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateToolDocument, useClient()), ...options });

/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const useViewerQuery = <Selected = Types.ViewerQuery>(variables: Types.ViewerQueryVariables | SkipToken = {}, options?: QueryOptions<Types.ViewerQuery, Selected>) => useQuery({ ...operationQuery(documents.ViewerDocument, variables, useCheckedClient(), options), ...options });
/** Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached. */
export const useSuspenseViewerQuery = <Selected = Types.ViewerQuery>(variables: Types.ViewerQueryVariables = {}, options?: SuspenseQueryOptions<Types.ViewerQuery, Selected>) => useSuspenseQuery({ ...operationQuery(documents.ViewerDocument, variables, useCheckedClient(), options), ...options });

/** Updates a voice. Extension: voices. */
export const useUpdateVoiceMutation = <Context = unknown>(options?: MutationOptions<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables, Context>) => useMutation({ ...operationMutation(documents.UpdateVoiceDocument, useClient()), ...options });

/** Creates a URL for the upload of a recording of up to 50 MB. Send the file to the URL with PUT and the same Content-Type, and then pass the key to createVoice. Extension: voices. */
export const useCreateVoiceUploadMutation = <Context = unknown>(options?: MutationOptions<Types.CreateVoiceUploadMutation, Types.CreateVoiceUploadMutationVariables, Context>) => useMutation({ ...operationMutation(documents.CreateVoiceUploadDocument, useClient()), ...options });