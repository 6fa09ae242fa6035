import { z } from 'zod';
import { avatarServiceSettings } from '../../avatar-service/avatar-service-settings.ts';
import { loadSettings } from '../../listener/limits.ts';
import { rateSettings } from '../../server/limits/rate-limits.ts';
import { serverSettings } from '../../server/server-options.ts';
import { getName, listSettings } from '../../shared/settings/setting.ts';
import { callSettings } from '../../upstream/call-settings.ts';
import { authenticationSettings } from './authentication-settings.ts';
import { listenerSettings } from './listener-settings.ts';
import { observabilitySettings } from './observability-settings.ts';
import { operationSettings } from './operation-settings.ts';
import { policySettings } from './policy-settings.ts';
import { redisSettings } from './redis-settings.ts';
import { upstreamSettings } from './upstream-settings.ts';

/** The sections of the reference, and the groups of settings in each. */
export const SECTIONS = {
  Server: z.object({ listener: listenerSettings }),
  Upstream: z.object({ upstream: upstreamSettings, calls: callSettings }),
  'JWT authentication': z.object({
    authentication: authenticationSettings,
    policy: policySettings,
  }),
  'Access and limits': z.object({
    operations: operationSettings,
    server: serverSettings,
    rates: rateSettings,
    load: loadSettings,
  }),
  'Built-in avatar service': z.object({ avatarService: avatarServiceSettings }),
  'Shared state': z.object({ redis: redisSettings }),
  Observability: z.object({ observability: observabilitySettings }),
};

export const Settings = z.object({
  ...SECTIONS.Server.shape,
  ...SECTIONS.Upstream.shape,
  ...SECTIONS['JWT authentication'].shape,
  ...SECTIONS['Access and limits'].shape,
  ...SECTIONS['Built-in avatar service'].shape,
  ...SECTIONS['Shared state'].shape,
  ...SECTIONS.Observability.shape,
});

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = listSettings(Settings).map(getName);

export type ParsedSettings = z.output<typeof Settings>;
