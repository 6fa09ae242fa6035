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

function explainProcessing({ code, message }: oauth.OperationProcessingError, provider: Provider) {
  const { name, issuer } = provider;
  switch (code) {
    case oauth.JSON_ATTRIBUTE_COMPARISON:
      return `The configuration at ${issuer} names another issuer.`;
    case oauth.JWT_TIMESTAMP_CHECK:
      return `The clock of this device and that of ${name} differ. Correct the clock, and sign in again.`;
    case oauth.JWT_CLAIM_COMPARISON:
      return `${name} answered with an ID token that is not for this sign-in.`;
    case oauth.RESPONSE_IS_NOT_CONFORM:
    case oauth.RESPONSE_IS_NOT_JSON:
    case oauth.PARSE_ERROR:
      return `${issuer} does not answer as an OpenID provider.`;
    default:
      return `The answer of ${name} is not valid: ${message}.`;
  }
}

/** Says in a sentence why a sign-in failed. */
export function explain(error: unknown, provider: Provider): string {
  const { name, issuer } = provider;
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return `${name} refused the sign-in. ${quote(error.error, error.error_description)}`;
  if (error instanceof oauth.OperationProcessingError) return explainProcessing(error, provider);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${name} did not answer within ${DEADLINE / 1000} seconds.`;
  // What fetch throws.
  if (error instanceof TypeError)
    return `${issuer} cannot be reached, or does not allow requests of this page (CORS).`;
  return `The sign-in with ${name} failed.`;
}
