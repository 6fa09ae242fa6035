import { z } from 'zod';
import { service } from './avatar-service-settings.ts';
import { operation } from './observability-settings.ts';
import { redis } from './redis-settings.ts';
import { address, limits } from './server-settings.ts';
import { tokens, upstream } from './upstream-settings.ts';

/** All settings by what they are about, in the order in which a person is told of them. */
export const GROUPS = {
  Address: address,
  'The service behind': upstream,
  "Callers' tokens": tokens,
  'What may be asked, and how much': limits,
  'Our own avatar service': service,
  'Several processes': redis,
  Operation: operation,
};

/** The settings of the environment, each by its rule. */
export const Settings = z.object({
  ...address.shape,
  ...upstream.shape,
  ...tokens.shape,
  ...limits.shape,
  ...service.shape,
  ...redis.shape,
  ...operation.shape,
});

/** The settings as they were given, each parsed by itself. */
export type Given = z.output<typeof Settings>;
