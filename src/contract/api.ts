import { avatarEndpoints } from './avatar.ts';
import type { Endpoint } from './endpoint.ts';
import { personaEndpoints } from './persona.ts';
import { sessionTokenEndpoints } from './session-token.ts';
import { toolEndpoints } from './tool.ts';

/** Every endpoint of the specification, by the name it has in the client, the avatar service and the graph. */
export const api = {
  ...sessionTokenEndpoints,
  ...personaEndpoints,
  ...avatarEndpoints,
  ...toolEndpoints,
} satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;
