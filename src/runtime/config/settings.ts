import { z } from 'zod';
import { authenticationSettings } from './authentication-settings.ts';
import { avatarServiceSettings } from './avatar-service-settings.ts';
import { observabilitySettings } from './observability-settings.ts';
import { redisSettings } from './redis-settings.ts';
import { limitSettings, serverSettings } from './server-settings.ts';
import { upstreamSettings } from './upstream-settings.ts';

/** All settings by group, in the order of the reference. */
export const GROUPS = {
  Server: serverSettings,
  Upstream: upstreamSettings,
  'JWT authentication': authenticationSettings,
  'Access and limits': limitSettings,
  'Built-in avatar service': avatarServiceSettings,
  'Shared state': redisSettings,
  Observability: observabilitySettings,
};

/** The schema of the environment. */
export const Settings = z.object({
  ...serverSettings.shape,
  ...upstreamSettings.shape,
  ...authenticationSettings.shape,
  ...limitSettings.shape,
  ...avatarServiceSettings.shape,
  ...redisSettings.shape,
  ...observabilitySettings.shape,
});

/** The settings after parsing, before they are combined into a Config. */
export type ParsedSettings = z.output<typeof Settings>;
