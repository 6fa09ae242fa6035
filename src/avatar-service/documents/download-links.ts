import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Forbidden } from '../errors.ts';
import type { Services } from '../handler-types.ts';

/** Lifetime of a link in seconds. */
const LIFETIME = 3600;

const Query = z.object({ expires: z.string().regex(/^\d{1,12}$/), signature: z.string() });

/** Creates and checks links to documents that need no API key. The key that signs them is created once and stored. */
export function createDownloadLinks({ store, now }: Pick<Services, 'store' | 'now'>) {
  const sign = async (id: string, expires: string) => {
    const key = await store.setting('download-key', () => randomBytes(32).toString('base64url'));
    const hmac = createHmac('sha256', Buffer.from(key, 'base64url'));
    return hmac.update(`${id.toLowerCase()} ${expires}`).digest('base64url');
  };
  const getSeconds = () => Math.floor(now().getTime() / 1000);
  return {
    /** Returns the query of a link to a document. */
    createQuery: async (id: string): Promise<string> => {
      const expires = String(getSeconds() + LIFETIME);
      return `expires=${expires}&signature=${await sign(id, expires)}`;
    },

    /** @throws Forbidden if the query of a link was not created for the document, or the link has expired. */
    check: async (id: string, query: unknown): Promise<void> => {
      const { data } = Query.safeParse(query);
      const expected = Buffer.from(await sign(id, data?.expires ?? ''));
      const signature = Buffer.from(data?.signature ?? '');
      const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
      if (!data || !isSigned) throw new Forbidden('The link is not valid. Request a new one.');
      if (Number(data.expires) <= getSeconds())
        throw new Forbidden('The link has expired. Request a new one.');
    },
  };
}

/** The links of one service. */
export type DownloadLinks = ReturnType<typeof createDownloadLinks>;
