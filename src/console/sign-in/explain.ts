import * as oauth from 'oauth4webapi';
import type { Provider } from '../shell/server.ts';

/** Maximum time of a request to a provider, in milliseconds. */
export const DEADLINE = 10_000;

/** Maximum length of a text of the provider in a message. */
const MAX_TEXT = 200;

/** A sign-in that failed. The message is for people, and says what is wrong. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** The provider's description and error, which are text of another party. */
const quote = (error: string, description = '') =>
  `${description.slice(0, MAX_TEXT).replace(/\.?$/, '')} (${error.slice(0, MAX_TEXT)})`.trimStart();

/** The values that an error of the library is about. */
const getCause = ({ cause }: Error): object =>
  typeof cause === 'object' && cause !== null ? cause : {};

function explainProcessing(error: oauth.OperationProcessingError, { name, issuer }: Provider) {
  const cause = getCause(error);
  switch (error.code) {
    case oauth.JSON_ATTRIBUTE_COMPARISON: {
      const other = String(Reflect.get(Reflect.get(cause, 'body') ?? {}, 'issuer'));
      return `The configuration at ${issuer} names another issuer, ${other.slice(0, MAX_TEXT)}.`;
    }
    case oauth.JWT_TIMESTAMP_CHECK: {
      const issuedAt: unknown = Reflect.get(Reflect.get(cause, 'claims') ?? {}, 'iat');
      const minutes = Math.round(Math.abs(Date.now() / 1000 - Number(issuedAt)) / 60);
      return `The clock of this device and that of ${name} differ by ${minutes} minutes. Correct the clock, and sign in again.`;
    }
    case oauth.JWT_CLAIM_COMPARISON:
      return `${name} answered with an ID token that is not for this sign-in.`;
    case oauth.RESPONSE_IS_NOT_CONFORM:
    case oauth.RESPONSE_IS_NOT_JSON:
    case oauth.PARSE_ERROR:
      return `${issuer} does not answer as an OpenID provider.`;
    default:
      return `The answer of ${name} is not valid: ${error.message}.`;
  }
}

/** Says in a sentence why a sign-in failed. */
export function explain(error: unknown, provider: Provider): string {
  const { name, issuer } = provider;
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? `${name} did not let you in. ${quote(error.error, error.error_description)}`
      : `${name} refused the sign-in. ${quote(error.error, error.error_description)}`;
  }
  if (error instanceof oauth.ResponseBodyError)
    return `${name} refused the sign-in. ${quote(error.error, error.error_description)}`;
  if (error instanceof oauth.OperationProcessingError) return explainProcessing(error, provider);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${name} did not answer within ${DEADLINE / 1000} seconds.`;
  // What fetch throws.
  if (error instanceof TypeError)
    return `${issuer} cannot be reached, or does not allow requests of this page (CORS).`;
  return `The sign-in with ${name} failed.`;
}
