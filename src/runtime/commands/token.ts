import { type Command, InvalidArgumentError } from 'commander';
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

/** @throws ConfigError without a secret: JWTs of a JWKS are signed by its issuer. */
async function signToken(scope: readonly Scope[], options: { subject: string; expires: string }) {
  const {
    issuers: [auth],
  } = readSettings();
  const [secret] = auth && 'secrets' in auth.keys ? auth.keys.secrets : [];
  if (!auth || !secret) {
    throw new ConfigError(
      'This command signs JWTs with AUTH_SECRET. Set AUTH_SECRET (at least 32 bytes), AUTH_ISSUER and AUTH_AUDIENCE, as for the API.',
    );
  }
  const { SignJWT } = await import('jose/jwt/sign');
  return new SignJWT({ scope: scope.join(' ') })
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
    .description('Sign a JWT with AUTH_SECRET and print it, to try JWT authentication.')
    .argument('[scopes...]', 'scopes of the JWT (default: all)', addScopes)
    .option('--subject <subject>', 'the user that the JWT is for', 'you')
    .option(
      '--expires <time>',
      'time until the JWT expires, such as 30m, 1h or 7d',
      readPeriod,
      '1h',
    )
    .action(async (scopes: readonly Scope[], options: { subject: string; expires: string }) =>
      print(await signToken(scopes.length > 0 ? scopes : ALL_SCOPES, options)),
    );
}
