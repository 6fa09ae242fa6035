import { createHash } from 'node:crypto';

/** Returns the excerpts of a text that contain one of these secrets. */
export const findSecrets = (text: string, secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => {
    const at = text.indexOf(secret);
    return at === -1 ? [] : [text.slice(Math.max(0, at - 200), at + secret.length + 50)];
  });

/** Returns the encodings in which a secret could leak, and its hashes. */
export const encodeSecret = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
  ...(['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
    ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(secret).digest(encoding)),
  ),
];
