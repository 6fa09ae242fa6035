import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { isJsonObject, type JsonObject } from '../../contract/record.ts';
import { GUEST_ISSUER, GUEST_PREFIX } from '../../policy/guests.ts';
import { Policy } from '../../policy/policy.ts';
import {
  describeCost,
  describeGuestCost,
  describeUnshown,
  findWarnings,
} from '../../policy/warnings.ts';
import { listTenants } from '../access/keys.ts';
import { type Config, readIssuersFor } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { processEnvironment } from '../config/environment.ts';
import { type ConfiguredPolicy, readPolicyFile, readPolicyIssuers } from '../config/policy-file.ts';
import { formatCount } from '../doctor/finding.ts';
import type { Subject } from './policy-usage.ts';
import { print, readSettings } from './terminal.ts';

/** @throws ConfigError if there is neither a path nor the setting. */
function readPolicy(path: string | undefined): ConfiguredPolicy {
  const environment = processEnvironment();
  const chosen = path ?? environment.POLICY;
  if (!chosen) throw new ConfigError('Name a policy file, or set POLICY.');
  return readPolicyFile(chosen, environment);
}

/** @throws ConfigError if the file is not JSON. */
function readJson(path: string): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(readFileSync(path)));
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new ConfigError(`${path} is not readable or not valid JSON.`, { cause });
  }
  throw new ConfigError(`${path} is not a JSON object.`);
}

function check(path: string | undefined): void {
  const configured = readPolicy(path);
  const { version, file } = new Policy(configured.file);
  readPolicyIssuers(configured);
  const guests = describeGuestCost(file);
  print(
    `${configured.path} is valid: version ${version}, ${formatCount(file.roles.length, 'role')}.`,
    ...file.roles.map(({ name, mint }) => `${name}: ${describeCost(mint)}`),
    ...(guests === undefined ? [] : [`guests: ${guests}`]),
    ...[describeUnshown(file) ?? []].flat(),
    ...[...configured.unset, ...findWarnings(file)].map((warning) => `Warning: ${warning}`),
  );
}

interface ExplainOptions {
  readonly claims: string;
  readonly input?: string;
}

async function explain(path: string | undefined, { claims, input }: ExplainOptions) {
  const configured = readPolicy(path);
  const { explainPolicy } = await import('./explain-policy.ts');
  const given = readJson(claims);
  const isOfGuest = configured.file.guests !== undefined && given.iss === GUEST_ISSUER;
  const explanation = explainPolicy(
    new Policy(configured.file),
    isOfGuest ? [] : readIssuersFor(configured, processEnvironment()),
    given,
    input === undefined ? undefined : readJson(input),
  );
  print(JSON.stringify(explanation, null, 2));
}

interface UsageOptions {
  readonly subject?: string;
  readonly guests?: true;
  readonly issuer?: string;
  readonly tenant?: string;
  readonly reset?: true;
  readonly json?: true;
}

/** @throws ConfigError if there are several issuers and none is named, or one that does not exist. */
function chooseIssuer({ policy, issuers }: Config, name: string | undefined): string {
  const names =
    policy?.file.issuers?.map((issuer) => issuer.name) ??
    issuers.map(({ issuer }) => issuer).filter((issuer) => issuer !== GUEST_ISSUER);
  const [only] = names;
  if (name === undefined && only !== undefined && names.length === 1) return only;
  if (name !== undefined && names.includes(name)) return name;
  throw new ConfigError(`Name the issuer with --issuer: ${names.join(', ')}.`);
}

/** @throws ConfigError for a missing tenant, for one that no token can have, or if there are none. */
function chooseTenant(
  { policy }: Config,
  issuerName: string,
  name: string | undefined,
): string | undefined {
  const { tenants, issuers = [] } = policy?.file ?? {};
  if (!tenants) {
    if (name === undefined) return undefined;
    throw new ConfigError('The policy has no tenants. Omit --tenant.');
  }
  const fixed = issuers.find((issuer) => issuer.name === issuerName)?.tenant;
  const known = fixed === undefined ? listTenants(tenants) : [fixed];
  const chosen = name ?? fixed;
  if (chosen !== undefined && (known?.includes(chosen) ?? true)) return chosen;
  throw new ConfigError(`Name the tenant with --tenant${known ? `: ${known.join(', ')}` : ''}.`);
}

/** @throws ConfigError if it is not clear whose use is meant. */
function chooseSubject(config: Config, { subject, guests, ...names }: UsageOptions): Subject {
  const ofGuests = config.policy?.file.guests;
  if (guests && !ofGuests) throw new ConfigError('The policy has no guests.');
  if (ofGuests && (guests || subject?.startsWith(GUEST_PREFIX)))
    return { issuer: GUEST_ISSUER, tenant: ofGuests.tenant, subject };
  if (subject === undefined) throw new ConfigError('Name the subject with --subject.');
  const issuer = chooseIssuer(config, names.issuer);
  return { issuer, tenant: chooseTenant(config, issuer, names.tenant), subject };
}

async function showUsage(options: UsageOptions): Promise<void> {
  const config = readSettings();
  if (!config.policy) throw new ConfigError('POLICY is not set. Set it to a policy file.');
  const whose = chooseSubject(config, options);
  const { reset, json } = options;
  const [{ openCounters, describeCounters }, { describeUsage, readSubjectUsage, resetUsage }] =
    await Promise.all([import('../shared-state.ts'), import('./policy-usage.ts')]);
  const policy = new Policy(config.policy.file);
  const counters = await openCounters(config);
  const read = { policy: `${config.policy.path}, version ${policy.version}` };
  const sources = { ...read, ...describeCounters(config) };
  try {
    if (reset) await resetUsage(policy, counters.limits, whose, Date.now());
    const usage = await readSubjectUsage(policy, counters.limits, whose, Date.now());
    if (json) return print(JSON.stringify({ ...whose, ...sources, ...usage }, null, 2));
    const named = Object.entries({ ...whose, ...sources }).filter(([, text]) => text !== undefined);
    print(...named.map(([name, text]) => `${name}: ${text}`), ...describeUsage(usage));
  } finally {
    counters.close();
  }
}

export function addPolicyCommands(program: Command): void {
  const policy = program
    .command('policy')
    .description('Check and explain a policy, and show the use of its limits.');

  policy
    .command('check')
    .description('Check a policy file, and warn about probable mistakes.')
    .argument('[file]', 'policy file (default: POLICY)')
    .action(check);

  policy
    .command('explain')
    .description('Show how a policy decides about a token and a request for a session token.')
    .argument('[file]', 'policy file (default: POLICY)')
    .addOption(
      new Option('--claims <file>', 'JSON file with the claims of the token').makeOptionMandatory(),
    )
    .option('--input <file>', 'JSON file with the input of createSessionToken')
    .action(explain);

  policy
    .command('usage')
    .description('Show how much of its limits a subject has used, or all guests together.')
    .option('--subject <subject>', 'subject of the tokens')
    .addOption(new Option('--guests', 'all guests together').conflicts(['subject', 'reset']))
    .option('--issuer <name>', 'name of the issuer, if there are several')
    .option('--tenant <tenant>', 'tenant of the subject, if there are tenants')
    .option('--json', 'print JSON')
    .option('--reset', 'reset the use of the subject to zero')
    .action(showUsage);
}
