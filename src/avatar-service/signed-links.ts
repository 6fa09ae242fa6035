import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Forbidden } from './errors.ts';
import type { Store } from './store/store.ts';

/** Lifetime of a link in seconds. */
const LINK_LIFETIME = 3600;

const Query = z.object({ expires: z.string().regex(/^\d{1,12}$/), signature: z.string() });

/**
 * Creates and checks links that need no API key. The subject says what a link is for. The key that signs them is created
 * once and stored.
 */
export function createSignedLinks({
  store,
  now,
}: {
  readonly store: Pick<Store, 'getOrCreateValue'>;
  readonly now: () => Date;
}) {
  const sign = async (subject: string, expires: string) => {
    const key = await store.getOrCreateValue('download-key', () =>
      randomBytes(32).toString('base64url'),
    );
    const hmac = createHmac('sha256', Buffer.from(key, 'base64url'));
    return hmac.update(`${subject.toLowerCase()} ${expires}`).digest('base64url');
  };
  const getSeconds = () => Math.floor(now().getTime() / 1000);
  return {
    createQuery: async (subject: string): Promise<string> => {
      const expires = String(getSeconds() + LINK_LIFETIME);
      return `expires=${expires}&signature=${await sign(subject, expires)}`;
    },

    /** @throws Forbidden if the query of a link was not created for the subject, or the link has expired. */
    check: async (subject: string, query: unknown): Promise<void> => {
      const { data } = Query.safeParse(query);
      const expected = Buffer.from(await sign(subject, data?.expires ?? ''));
      const signature = Buffer.from(data?.signature ?? '');
      const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
      if (!data || !isSigned) throw new Forbidden('The link is not valid. Request a new one.');
      if (Number(data.expires) <= getSeconds())
        throw new Forbidden('The link has expired. Request a new one.');
    },
  };
}

export type SignedLinks = ReturnType<typeof createSignedLinks>;
