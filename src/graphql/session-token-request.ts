import { rejectConflicts, withLlmId } from './input.ts';
import type { SessionTokenRequest } from './session-token-input.ts';

/**
 * Returns the input of createSessionToken with the names of the contract, as the policy decides about it: before the saved
 * persona, its overrides and `extra` are merged.
 * @throws GraphQLError BAD_USER_INPUT if `extra` repeats a field.
 */
export function toPolicyRequest(input: SessionTokenRequest) {
  rejectConflicts(input, input.extra);
  const { personaConfig, overrides, verify: _, ...others } = input;
  return {
    ...others,
    personaConfig: withLlmId(personaConfig),
    ...(overrides && { overrides: { ...overrides } }),
  };
}
