import { z } from 'zod';
import { GUEST_ISSUER } from '../../policy/guests.ts';
import { keepsTokens, type PolicyFile } from '../../policy/policy-schema.ts';
import { createGuestIssuer } from '../../server/authentication/guests.ts';
import type { JwtIssuer } from '../../server/authentication/jwt.ts';
import { rateSettings } from '../../server/limits/rate-limits.ts';
import { LOOPBACK_ORIGINS } from '../../shared/loopback.ts';
import { Secret } from '../../shared/secret.ts';
import { getName, listSettings, selectInput } from '../../shared/settings/setting.ts';
import { assertKeyForJwts, assertKeyNotExposed, readIssuer } from './authentication-rules.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { isExposed } from './listener-settings.ts';
import {
  assertVariables,
  type ConfiguredPolicy,
  readPolicyFile,
  readPolicyIssuers,
} from './policy-file.ts';
import {
  authenticationSettings,
  type ParsedSettings,
  type RedisSettings,
  Settings,
} from './settings.ts';
import { normalizeProxyNames, selectProxy } from './upstream-proxy.ts';

const nameOf = ({ path }: z.core.$ZodIssue) =>
  getName(
    path.reduce<z.core.$ZodType | undefined>(
      (rule, key) => (rule instanceof z.ZodObject ? rule.shape[String(key)] : rule),
      Settings,
    ),
  );

/** Messages never repeat a value that may be a secret. */
const formatIssue = (issue: z.core.$ZodIssue) =>
  `${nameOf(issue)} ${issue.message}`.replace(/(?<![?])$/, '.');

const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value));

function parseSettings(env: Environment): ParsedSettings {
  const parsed = Settings.safeParse(selectInput(Settings, env));
  if (parsed.data) return parsed.data;
  const issues = Object.values(Object.groupBy(parsed.error.issues, nameOf));
  const problems = issues.flatMap((all = []) => all.slice(0, 1)).map(formatIssue);
  throw new ConfigError(problems[0] ?? 'The settings are invalid.', { problems });
}

/** Returns the defaults that other settings change. */
function getOtherDefaults(settings: ParsedSettings) {
  const { listener, operations, upstream, authentication, policy } = settings;
  const isProduction = operations.environment === 'production';
  const hasJwts =
    authentication.jwksUrl !== undefined ||
    authentication.secret !== undefined ||
    policy.path !== undefined;
  const isKeyShared = (upstream.apiKey ?? upstream.apiKeyFile) !== undefined && !hasJwts;
  const isLocal = !isExposed(listener);
  return {
    ...(isLocal &&
      Object.fromEntries(listSettings(rateSettings).map((rule) => [getName(rule), '0']))),
    ...(isLocal && !isProduction && !isKeyShared && { CORS_ORIGINS: LOOPBACK_ORIGINS }),
    ...((isProduction || operations.persisted) && { EXPLORER: 'false' }),
  };
}

/** Returns the upstream and the proxy to it; undefined for the built-in avatar service. */
const readUpstream = ({ url, apiKey, apiKeyFile, ...proxies }: ParsedSettings['upstream']) =>
  url === undefined ? undefined : { url, apiKey, apiKeyFile, proxy: selectProxy(url, proxies) };

/** @throws ConfigError if there is neither a secret nor a password to derive encryption keys from. */
function readRedis({ url, secret }: ParsedSettings['redis']): RedisSettings | undefined {
  if (url === undefined) return undefined;
  const password = decodeURIComponent(new URL(url.reveal()).password);
  if (secret === undefined && password === '') {
    throw new ConfigError(
      `REDIS_URL without a password requires REDIS_SECRET: at least 32 bytes, the same in all processes, to encrypt the data in Redis.`,
    );
  }
  return { url, secret: secret ?? new Secret(password) };
}

/** Returns where the built-in avatar service stores its data: Postgres, or the data folder. */
const locateStore = ({
  dataDir,
  databaseUrl,
  connections,
  secret,
}: ParsedSettings['avatarService']) =>
  databaseUrl ? { databaseUrl, connections, secret } : { dataDir, secret };

/** @throws ConfigError if callers are to be hashed without a secret, which anybody could do. */
function assertAuditSecret(
  { observability, policy }: ParsedSettings,
  file: PolicyFile | undefined,
) {
  if (observability.auditSecret || file?.audit?.subjects !== 'hashed') return;
  throw new ConfigError(
    `POLICY ${policy.path}: audit.subjects "hashed" requires AUDIT_SECRET: at least 32 bytes, the same in all processes.`,
  );
}

const requiresJwts = (path: string) =>
  new ConfigError(
    `POLICY ${path} requires JWTs: issuers in the file, or AUTH_JWKS_URL or AUTH_SECRET.`,
  );

/**
 * Adds the issuer of guests, if the policy has guests.
 * @throws ConfigError if their tokens could be those of another issuer, or have no audience.
 */
function addGuests(
  issuers: readonly JwtIssuer[],
  policy: ConfiguredPolicy | undefined,
  publicUrl: string | undefined,
): readonly JwtIssuer[] {
  const guests = policy?.file.guests;
  if (!guests) return issuers;
  const fail = (problem: string) => new ConfigError(`POLICY ${policy.path}: ${problem}`);
  const known = issuers.flatMap(({ keys }) => ('secrets' in keys ? keys.secrets : []));
  if (guests.secrets.some((own) => known.some((other) => other.reveal() === own.reveal())))
    throw fail('AUTH_SECRET cannot be a secret of guests.');
  if (issuers.some(({ issuer }) => issuer === GUEST_ISSUER))
    throw fail(`AUTH_ISSUER cannot be ${GUEST_ISSUER}.`);
  if (publicUrl === undefined)
    throw fail('guests require PUBLIC_URL, which is the audience of their tokens.');
  return [...issuers, createGuestIssuer(guests, publicUrl)];
}

/**
 * Reads the policy, and the issuers of JWTs: those of the policy, or that of the settings. None: JWT authentication is
 * off.
 * @throws ConfigError if there are both, or a policy without any.
 */
function readJwts(
  { authentication, listener, policy: { path } }: ParsedSettings,
  set: Environment,
) {
  const policy = path === undefined ? undefined : readPolicyFile(path, set);
  const issuers = policy ? readPolicyIssuers(policy) : [];
  if (policy && issuers.length > 0) {
    const other = listSettings(authenticationSettings)
      .map(getName)
      .find((name) => set[name] !== undefined);
    if (other === undefined)
      return { policy, issuers: addGuests(issuers, policy, listener.publicUrl) };
    throw new ConfigError(`${other} has no effect, because POLICY ${path} has issuers. Remove it.`);
  }
  const issuer = readIssuer(authentication);
  if (policy && !issuer && !policy.file.guests) throw requiresJwts(policy.path);
  if (policy?.file.tenants) {
    throw new ConfigError(`POLICY ${path}: tenants require issuers in the file.`);
  }
  return { policy, issuers: addGuests(issuer ? [issuer] : [], policy, listener.publicUrl) };
}

/** Whether limits of a policy outlive a restart. */
const hasLongLimits = ({ roles }: PolicyFile) =>
  roles.some(
    ({ mint }) => typeof mint === 'object' && mint.limits.some(({ per }) => per !== 'minute'),
  );

/**
 * Makes sure that limits hold.
 * @throws ConfigError in production, if a restart would forget the counters of a limit; without a secret, which encrypts
 * the session tokens in Redis.
 */
function assertCounters(
  policy: ConfiguredPolicy | undefined,
  { environment }: ParsedSettings['operations'],
  redis: ParsedSettings['redis'],
): void {
  if (policy && redis.url && !redis.secret && keepsTokens(policy.file)) {
    throw new ConfigError(
      `POLICY ${policy.path}: unused session tokens are kept in Redis, which requires REDIS_SECRET: at least 32 bytes, the same in all processes. Set it, or mint.reuseSeconds of all roles to 0.`,
    );
  }
  if (!policy || redis.url || environment !== 'production') return;
  const { guests } = policy.file;
  if (!guests && !hasLongLimits(policy.file)) return;
  const what = guests ? 'guests' : 'limits per day or month';
  throw new ConfigError(
    `POLICY ${policy.path}: ${what} require REDIS_URL in production, because the counters would be lost at a restart.`,
  );
}

/**
 * Returns the issuers of a policy file, or else that of the settings, whatever the other settings are.
 * @throws ConfigError if there are none.
 */
export function readIssuersFor(configured: ConfiguredPolicy, environment: Environment) {
  const issuers = readPolicyIssuers(configured);
  if (issuers.length > 0) return issuers;
  const issuer = readIssuer(parseSettings(withoutEmpty(environment)).authentication);
  if (issuer) return [issuer];
  throw requiresJwts(configured.path);
}

/**
 * Parses the settings, and the policy that they name. An empty setting counts as not set.
 * @throws ConfigError for the first invalid setting; its `problems` name all that are invalid by themselves.
 */
export function readConfig(environment: Environment) {
  const config = readIncompleteConfig(environment);
  if (config.policy) assertVariables(config.policy);
  return config;
}

/** The same for commands that need none of the variables of the policy, such as the one that creates their keys. */
export function readIncompleteConfig(environment: Environment) {
  const set = withoutEmpty(normalizeProxyNames(environment));
  const settings = parseSettings({ ...getOtherDefaults(parseSettings(set)), ...set });
  const { authentication, redis, upstream, ...groups } = settings;
  const { policy, issuers } = readJwts(settings, set);
  if (issuers.length > 0) assertKeyForJwts(settings, policy?.file.tenants);
  assertKeyNotExposed(settings, issuers.length > 0);
  assertAuditSecret(settings, policy?.file);
  assertCounters(policy, groups.operations, redis);
  const isProduction = groups.operations.environment === 'production';
  return {
    ...groups,
    server: { ...groups.server, introspection: !isProduction || groups.server.explorer },
    issuers,
    policy,
    redis: readRedis(redis),
    store: locateStore(groups.avatarService),
    upstream: readUpstream(upstream),
  };
}

/**
 * The configuration of a process: the parsed groups of settings. Without `upstream`, the built-in avatar service is used;
 * without `issuers`, callers send their own API keys or share the server's on this machine only; without `redis`, each
 * process keeps its own state.
 */
export type Config = Readonly<ReturnType<typeof readConfig>>;
