import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { JsonObject } from '../../contract/record.ts';
import { GUEST_ISSUER } from '../../policy/guests.ts';
import { findUnset } from '../../policy/policy-text.ts';
import { ALL_SCOPES, isScope, type Scope } from '../../policy/scopes.ts';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';

/** Adds the scopes of one argument. @throws InvalidArgumentError for words that are no scopes. */
function addScopes(text: string, scopes: readonly Scope[] = []): readonly Scope[] {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (words.every(isScope)) return [...scopes, ...words];
  throw new InvalidArgumentError(`The scopes are ${ALL_SCOPES.join(' ')}.`);
}

/** @throws InvalidArgumentError for other formats than those of jose. */
function readPeriod(text: string): string {
  if (/^\d+[smhdw]$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a time such as 30m, 1h or 7d.');
}

/** @throws InvalidArgumentError unless it is a JSON object. */
function readClaims(text: string): JsonObject {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError('It must be a JSON object such as {"org_id": "acme"}.');
  }
}

interface TokenOptions {
  readonly subject: string;
  readonly expires: string;
  readonly claims: JsonObject;
}

/**
 * Signs as the first issuer with a secret. @throws ConfigError without one: JWTs of a JWKS are signed by their issuer.
 */
async function signToken(scope: readonly Scope[], options: TokenOptions) {
  const auth = readSettings().issuers.find(
    ({ keys, issuer }) => 'secrets' in keys && issuer !== GUEST_ISSUER,
  );
  const [secret] = auth && 'secrets' in auth.keys ? auth.keys.secrets : [];
  if (!auth || !secret) {
    throw new ConfigError(
      'This command signs JWTs with AUTH_SECRET. Set AUTH_SECRET (at least 32 bytes), AUTH_ISSUER and AUTH_AUDIENCE, as for the API.',
    );
  }
  const unset = findUnset(secret.reveal());
  if (unset !== undefined) throw new ConfigError(`The variable ${unset} of POLICY is not set.`);
  const { SignJWT } = await import('jose/jwt/sign');
  return new SignJWT({ scope: scope.join(' '), ...options.claims })
    .setProtectedHeader({ alg: auth.algorithms[0] ?? 'HS256' })
    .setIssuer(auth.issuer)
    .setAudience([...auth.audience])
    .setSubject(options.subject)
    .setIssuedAt()
    .setExpirationTime(options.expires)
    .sign(new TextEncoder().encode(secret.reveal()));
}

export function addTokenCommand(program: Command): void {
  program
    .command('token')
    .description(
      'Sign a JWT with AUTH_SECRET, or with the secret of the first issuer in POLICY that has one, and print it.',
    )
    .argument('[scopes...]', 'scopes of the JWT (default: all)', addScopes)
    .option('--subject <subject>', 'subject of the JWT', 'you')
    .option(
      '--expires <time>',
      'time until the JWT expires, such as 30m, 1h or 7d',
      readPeriod,
      '1h',
    )
    .option(
      '--claims <json>',
      'additional claims, such as those that a policy reads',
      readClaims,
      {},
    )
    .action(async (scopes: readonly Scope[], options: TokenOptions) =>
      print(await signToken(scopes.length > 0 ? scopes : ALL_SCOPES, options)),
    );
}
