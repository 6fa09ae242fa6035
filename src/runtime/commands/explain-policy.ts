import { coerceInputValue, GraphQLError, isInputType } from 'graphql';
import type { JsonObject } from '../../contract/record.ts';
import { applyPolicy } from '../../graphql/authorization/caller.ts';
import { createInputError } from '../../graphql/errors.ts';
import { mergeExtra } from '../../graphql/extra.ts';
import { schema } from '../../graphql/schema.ts';
import { getSessionTokenScopes } from '../../graphql/session-token-checks.ts';
import { sessionTokenInput, toBody, toPolicyRequest } from '../../graphql/session-token-input.ts';
import { type Grant, resolveRole } from '../../policy/grant.ts';
import { GUEST_ISSUER, GUEST_PREFIX } from '../../policy/guests.ts';
import { addTerms } from '../../policy/mint.ts';
import type { Policy } from '../../policy/policy.ts';
import { decide } from '../../policy/rules.ts';
import { createJwtCaller } from '../../server/authentication/authenticate.ts';
import { type JwtIssuer, readJwt } from '../../server/authentication/jwt.ts';
import { InvalidTokenError } from '../../server/authentication/jwt-errors.ts';
import { Credential } from '../../upstream/credential.ts';
import { listTenants } from '../access/keys.ts';

/** No call is made with it. */
const NO_KEY = Credential.fromKey('none');

/** Returns what a policy grants to the bearer of a token with these claims. @throws Error if it is not accepted. */
function grantTo(
  policy: Policy,
  issuers: readonly JwtIssuer[],
  claims: JsonObject,
): Grant | undefined {
  const { guests, tenants } = policy.file;
  if (guests && claims.iss === GUEST_ISSUER) {
    const { sub = `${GUEST_PREFIX}example` } = claims;
    const { tenant } = guests;
    const scopes = new Set<string>();
    return resolveRole(policy, {
      issuer: GUEST_ISSUER,
      subject: String(sub),
      tenant,
      claims,
      scopes,
    });
  }
  const issuer = issuers.find((each) => each.issuer === claims.iss);
  if (!issuer) {
    const names = [...issuers.map((each) => each.issuer), ...(guests ? [GUEST_ISSUER] : [])];
    const known = names.join(', ');
    throw new InvalidTokenError(`The iss claim must be that of an issuer: ${known}.`);
  }
  const names = tenants && listTenants(tenants);
  // A folder is not read: any name is taken for a tenant.
  const hasTenant = tenants && ((tenant: string) => names?.includes(tenant) ?? true);
  const keys = { hasTenant, find: () => NO_KEY };
  return applyPolicy(createJwtCaller(readJwt(claims, issuer), keys), policy).grant;
}

type Input = Parameters<typeof toPolicyRequest>[0];

/** Coerces an input as a variable of the graph, and parses it. @throws GraphQLError */
function readInput(input: unknown): Input {
  const type = schema.getType('CreateSessionTokenInput');
  if (!isInputType(type)) throw new Error('The graph has no such input.');
  const coerced = coerceInputValue(input, type, (path, _, error) => {
    throw new GraphQLError(`${path.join('.')}: ${error.message}`);
  });
  const { data, error } = sessionTokenInput.validate.schema.safeParse(coerced);
  if (data) return data;
  throw createInputError(
    error.issues.map((issue) => ({ ...issue, path: ['input', ...issue.path] })),
  );
}

/** `invalid`: the graph does not accept the input. */
function explainRequest(grant: Grant, input: unknown) {
  try {
    return explainMint(grant, readInput(input));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { decision: 'invalid', message: error.message };
  }
}

function explainMint(grant: Grant, input: Input) {
  const missing = getSessionTokenScopes({ ...input }).filter((scope) => !grant.scopes.has(scope));
  if (missing.length > 0)
    return {
      decision: 'refused',
      message: `The scope ${missing.join(' and ')} is missing.`,
    };
  const request = toPolicyRequest(input);
  const decision = decide(grant, 'createSessionToken', { body: request }, Date.now());
  if (decision.outcome !== 'allowed') {
    const { outcome, rule } = decision;
    return { decision: outcome, rule, ...('message' in decision && { message: decision.message }) };
  }
  const { overrides, personaConfig } = request;
  const sent = { body: toBody(request, { ...mergeExtra(personaConfig), ...overrides }) };
  const { charges = [], concurrent } = decision.mint ?? {};
  return {
    decision: 'allowed',
    // What leaves for the upstream. With overrides, the fields of the saved persona are added.
    body: (decision.mint ? addTerms(sent, decision.mint) : sent).body,
    // What the mint takes of the limits.
    takes: [
      ...charges.map(({ counter, amount, max }) => `${amount} of ${max}: ${counter}`),
      ...(concurrent === undefined ? [] : [`1 of ${concurrent} sessions at a time`]),
    ],
  };
}

/**
 * Explains what a policy makes of the claims of a token, and of the input of createSessionToken, if one is given. If the
 * token is not accepted, there is nothing but the reason.
 */
export function explainPolicy(
  policy: Policy,
  issuers: readonly JwtIssuer[],
  claims: JsonObject,
  input?: unknown,
) {
  let grant: Grant | undefined;
  try {
    grant = grantTo(policy, issuers, claims);
  } catch (error) {
    if (!(error instanceof InvalidTokenError || error instanceof GraphQLError)) throw error;
    return { token: error.message };
  }
  if (!grant) return {};
  const { role, issuer, subject, tenant, scopes, personas, sessions } = grant;
  return {
    role: role?.name ?? null,
    issuer,
    subject,
    ...(tenant !== undefined && { tenant }),
    scopes: [...scopes],
    personas: personas === 'all' ? personas : [...personas],
    sessions: sessions === 'all' ? sessions : 'own',
    ...(input !== undefined && explainRequest(grant, input)),
  };
}
