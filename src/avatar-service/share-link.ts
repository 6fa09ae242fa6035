import { randomBytes } from 'node:crypto';
import { SHARE_LINK_DEFAULTS, shareLinkContract } from '../contract/share-link.ts';
import { addEndpoints, type RequestContext, type ServiceRoutes } from './endpoints.ts';
import { hashKey } from './keys.ts';
import { createRecordHandlers, findOrFail } from './record-handlers.ts';
import type { StoredRecord } from './store/records.ts';

const HOUR = 3_600_000;

/** The routes of share links. The store has the hash of a token, so that only the creation returns the token. */
export const shareLinks: ServiceRoutes = (scopes, services) => {
  const { now } = services;
  const view = async (links: readonly StoredRecord[], { tables }: RequestContext) => {
    // Links of one persona are common, so each persona is read once.
    const ids = [...new Set(links.map(({ personaId }) => String(personaId)))];
    const found = await Promise.all(ids.map((id) => tables.personas.find(id)));
    const names = new Map(found.map((persona) => [persona?.id, persona?.name]));
    return links.map(({ tokenHash: _, ...link }) => ({
      ...link,
      personaName: names.get(String(link.personaId)) ?? link.personaName,
    }));
  };
  const { list, get, create, change, remove } = createRecordHandlers('shareLink', services, view);
  const expire = (hours: number) => new Date(now().getTime() + hours * HOUR).toISOString();
  addEndpoints(scopes, services, shareLinkContract, {
    shareLinks: list,
    createShareLink: async ({ body: { personaId, ...body }, caller, tables }) => {
      const persona = await findOrFail('a persona', personaId, tables.personas.find, ['personaId']);
      const { expiresInHours, usageLimit } = SHARE_LINK_DEFAULTS;
      const token = randomBytes(24).toString('base64url');
      const link = create({
        type: 'LINK',
        personaId: persona.id,
        personaName: persona.name,
        organizationId: caller.account,
        expiresAt: expire(body.expiresInHours ?? expiresInHours),
        usageLimit: body.usageLimit ?? usageLimit,
        usageCount: 0,
        allowedOrigins: [],
        allowAllOrigins: false,
        removeWatermark: false,
        enabled: true,
        isPrimary: false,
      });
      await tables.shareLinks.insert({ ...link, tokenHash: hashKey(token) });
      return { ...link, token };
    },
    shareLink: get,
    updateShareLink: (request) => {
      const { expiresInHours, ...changes } = request.body;
      return change(request, () => ({
        ...changes,
        ...(expiresInHours !== undefined && { expiresAt: expire(expiresInHours) }),
      }));
    },
    deleteShareLink: remove,
  });
};
