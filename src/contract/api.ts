import { avatarContract } from './avatar.ts';
import type { Endpoint, ResourceContract } from './endpoint.ts';
import { llmContract } from './llm.ts';
import { personaContract } from './persona.ts';
import { sessionTokenContract } from './session-token.ts';
import { toolContract } from './tool.ts';
import { voiceContract } from './voice.ts';

/** The contracts of all resources, in the order of the OpenAPI document. */
export const resources: readonly ResourceContract[] = [
  sessionTokenContract,
  personaContract,
  avatarContract,
  toolContract,
  voiceContract,
  llmContract,
];

/** All endpoints by name. The client, the avatar service and the GraphQL schema use the same names. */
export const api = {
  ...sessionTokenContract.endpoints,
  ...personaContract.endpoints,
  ...avatarContract.endpoints,
  ...toolContract.endpoints,
  ...voiceContract.endpoints,
  ...llmContract.endpoints,
} satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;
