import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { Forbidden } from './errors.ts';
import type { Store } from './store/store.ts';

/** Lifetime of tokens and links in seconds. @assumed The specification does not define it. */
const LIFETIME = 3600;

interface SignerOptions {
  readonly store: Pick<Store, 'getOrCreateValue'>;
  readonly now: () => Date;
}

/** Signs and verifies JWTs. The key of each name is created once and stored, so that tokens remain valid after a restart. */
export function createSigner({ store, now }: SignerOptions, name: 'signing-key' | 'download-key') {
  const readKey = async () =>
    Buffer.from(
      await store.getOrCreateValue(name, () => randomBytes(32).toString('base64url')),
      'base64url',
    );
  return {
    sign: async (claims: JWTPayload): Promise<string> => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME)
        .sign(await readKey());
    },

    /** Returns the claims of a token. @throws The result of `createError` if it was not signed here or has expired. */
    verify: async (token: string, createError: (isExpired: boolean) => Error) => {
      const options = { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, await readKey(), options).catch((error) => {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw createError(error instanceof errors.JWTExpired);
      });
      return payload;
    },
  };
}

const createLinkError = (isExpired: boolean) =>
  new Forbidden(`The link ${isExpired ? 'has expired' : 'is not valid'}. Request a new one.`);

/** Creates and checks links that need no API key. The subject says what a link is for. */
export function createSignedLinks(options: SignerOptions) {
  const signer = createSigner(options, 'download-key');
  return {
    createQuery: async (subject: string, claims: JWTPayload = {}): Promise<string> =>
      `signature=${await signer.sign({ ...claims, sub: subject.toLowerCase() })}`,

    /** Returns the claims of a link. @throws Forbidden if its query was not created for the subject, or it has expired. */
    check: async (subject: string, query: unknown): Promise<JWTPayload> => {
      const signature: unknown = Reflect.get(Object(query), 'signature');
      const claims = await signer.verify(String(signature), createLinkError);
      if (claims.sub !== subject.toLowerCase()) throw createLinkError(false);
      return claims;
    },
  };
}
