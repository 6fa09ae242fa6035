import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { findOrRefuse } from './ids.ts';
import { refuseOtherMethods } from './router.ts';
import type { Store } from './store/store.ts';

/** Whether a reader's If-None-Match has this entity tag. RFC 9110, 13.1.2: weak comparison. */
const has = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/**
 * Serves avatars' pictures, which never change. They are for <img>, which can send no key; their addresses hold an id
 * that only a caller with a key has seen. The ending of the address is for readers; the type comes from the content.
 */
export function addPictures(app: FastifyInstance, store: Store): void {
  for (const url of ['/v1/avatars/:id/image', '/v1/avatars/:id/image.:ending']) {
    app.get<{ Params: { id: string } }>(url, async ({ params, headers }, reply) => {
      const { bytes, type } = await findOrRefuse('an avatar', params.id, store.avatars.picture);
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      if (has(headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    refuseOtherMethods(app, url, ['GET']);
  }
}
