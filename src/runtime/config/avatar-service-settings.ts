import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { flag, integer, secret, text } from './setting-types.ts';

/** The bundled avatar service, which starts if UPSTREAM_URL is not set, or on its own. */
export const avatarServiceSettings = z.object({
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
  ALLOW_PRIVATE_IMAGE_URLS: flag.default(false).register(settingMetadata, {
    description:
      'For development alone: our own avatar service may fetch images from loopback and private addresses.',
  }),
});
