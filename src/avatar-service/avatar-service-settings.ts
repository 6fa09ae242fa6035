import { z } from 'zod';
import { setting, settingMetadata } from '../shared/settings/setting.ts';
import { flag, integer, secret, sharedSecret, text } from '../shared/settings/setting-types.ts';

/** The quota of a store. */
export const storageSettings = z.object({
  megabytes: setting('STORAGE_MEGABYTES', integer(1, 1_000_000_000).default(10_240), {
    description:
      'Maximum megabytes of images, recordings and documents, without the text of documents.',
  }),
});

/** The bundled avatar service, which starts if UPSTREAM_URL is not set, or on its own. */
export const avatarServiceSettings = z.object({
  dataDir: setting('DATA_DIR', text('a folder path; created if missing').default('.data'), {
    description: 'Data folder of the built-in avatar service.',
    common: true,
  }),
  databaseUrl: setting(
    'DATABASE_URL',
    secret(
      z
        .url({
          protocol: /^postgres(ql)?$/,
          error: 'must be a URL such as postgres://user:password@host:5432/database',
        })
        .register(settingMetadata, { allowed: 'a postgres URL' }),
    ).optional(),
    {
      description: 'Postgres database instead of `DATA_DIR`, which replicas can share.',
      absent: 'an SQLite file in `DATA_DIR`',
      example: 'postgres://user:password@db.example.com:5432/avatars',
      common: true,
    },
  ),
  connections: setting('DATABASE_CONNECTIONS', integer(1, 1000).default(10), {
    description: 'Maximum Postgres connections of one process.',
  }),
  secret: setting('STORE_SECRET', secret(sharedSecret).optional(), {
    description:
      'Secret that encrypts the API keys of custom LLMs, the same in all processes. Required for them with `DATABASE_URL`.',
    absent: 'a key in the file `avatar-service.key` in `DATA_DIR`, created when first needed',
  }),
  storage: storageSettings,
  allowPrivateImageUrls: setting('ALLOW_PRIVATE_IMAGE_URLS', flag.prefault('false'), {
    description:
      'Allows image and recording URLs with loopback and private addresses. For development only.',
  }),
});
