import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { flag, integer, secret, sharedSecret, text } from './setting-types.ts';

/** Our own avatar service, which starts where UPSTREAM_URL is left out, or alone. */
export const service = z.object({
  DATA_DIR: text('the path of a folder, made where it is missing')
    .default('.data')
    .register(settingMetadata, {
      description: "Folder of our own avatar service's store.",
      common: true,
    }),
  DATABASE_URL: secret(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be an address such as postgres://user:password@host:5432/database',
      })
      .register(settingMetadata, { allowed: 'a postgres address' }),
  )
    .optional()
    .register(settingMetadata, {
      description: 'A Postgres database for that store instead, which many replicas can share.',
      absent: 'the store is a file in `DATA_DIR`',
      example: 'postgres://user:password@db.example.com:5432/avatars',
      common: true,
    }),
  DATABASE_CONNECTIONS: integer(1, 1000).default(10).register(settingMetadata, {
    description: 'Connections of one process to that database, at most.',
  }),
  STORE_SECRET: secret(sharedSecret).optional().register(settingMetadata, {
    description:
      'What the API keys of custom LLMs are encrypted with in that store; all processes have it alike. With `DATABASE_URL`, none can be created without it.',
    absent: 'a key in the file `avatar-service.key` in `DATA_DIR`, made when it is first needed',
  }),
  ALLOW_PRIVATE_IMAGE_URLS: flag.default(false).register(settingMetadata, {
    description:
      'For development alone: our own avatar service may fetch images and recordings from loopback and private addresses.',
  }),
});
