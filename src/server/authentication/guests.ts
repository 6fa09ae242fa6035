import type { Guests, GuestToken } from '../../policy/guests.ts';
import { RefusedError } from '../../policy/refused-error.ts';
import { UNKNOWN_ADDRESS } from '../../shared/address-network.ts';
import type { RequestContext } from '../request-context.ts';
import { signGuestToken } from './guest-tokens.ts';

const CALL = 'createGuestToken';

/** What is known of the visitor. */
type Visitor = Pick<RequestContext, 'policy' | 'clientAddress'>;

async function createToken(
  guests: Guests,
  audience: string,
  { clientAddress }: Visitor,
): Promise<GuestToken> {
  if (clientAddress === UNKNOWN_ADDRESS) {
    const message = 'A guest token requires a client whose address is known.';
    throw new RefusedError({ call: CALL, code: 'FORBIDDEN', message, reason: 'policy' });
  }
  return signGuestToken(guests, audience);
}

/**
 * Creates the token of a new guest; undefined if there are no guests.
 * @throws RefusedError if the policy refuses it.
 */
export function createGuestToken(context: Visitor): Promise<GuestToken> | undefined {
  const { current, guestAudience } = context.policy ?? {};
  const guests = current?.file.guests;
  if (!guests || guestAudience === undefined) return undefined;
  return createToken(guests, guestAudience, context);
}
