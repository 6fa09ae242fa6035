import type { z } from 'zod';
import { avatarContract } from './avatar.ts';
import { knowledgeDocumentContract } from './knowledge-document.ts';
import { knowledgeGroupContract } from './knowledge-group.ts';
import { llmContract } from './llm.ts';
import { meetingInviteContract } from './meeting-invite.ts';
import { personaContract } from './persona.ts';
import type { ResourceContract } from './resource.ts';
import { sessionContract } from './session.ts';
import { sessionTokenContract } from './session-token.ts';
import { shareLinkContract } from './share-link.ts';
import { toolContract } from './tool.ts';
import { voiceContract } from './voice.ts';

/** The resources, by the name of one of their records. */
export const resources = {
  persona: personaContract,
  avatar: avatarContract,
  tool: toolContract,
  voice: voiceContract,
  llm: llmContract,
  shareLink: shareLinkContract,
  meetingInvite: meetingInviteContract,
  session: sessionContract,
  knowledgeGroup: knowledgeGroupContract,
  knowledgeDocument: knowledgeDocumentContract,
} satisfies Readonly<Record<string, ResourceContract>>;
export type ResourceName = keyof typeof resources;

const isResourceName = (name: string): name is ResourceName => Object.hasOwn(resources, name);

export const RESOURCE_NAMES: readonly ResourceName[] =
  Object.keys(resources).filter(isResourceName);

export type Records = {
  readonly [Name in ResourceName]: z.output<(typeof resources)[Name]['record']>;
};

/**
 * Resources with endpoints beyond the specification. These names are the values of the setting UPSTREAM_EXTENSIONS.
 * An upstream implements either all extensions of a resource or none.
 */
export const EXTENSIONS = [...new Set(Object.values(resources).map(({ feature }) => feature))];
export type Extension = (typeof EXTENSIONS)[number];

/** All contracts, in the order of the OpenAPI document. */
export const contracts: readonly Pick<
  ResourceContract,
  'tag' | 'feature' | 'description' | 'endpoints'
>[] = [sessionTokenContract, ...Object.values(resources)];

type Contract = typeof sessionTokenContract | (typeof resources)[ResourceName];
type Merge<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** All endpoints by name. The client, the avatar service and the GraphQL schema use the same names. */
export const api: Api = Object.assign({}, ...contracts.map(({ endpoints }) => endpoints));

export type Api = { readonly [Name in keyof Endpoints]: Endpoints[Name] };
type Endpoints = Merge<Contract['endpoints']>;
export type EndpointName = keyof Api;
