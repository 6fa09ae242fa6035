import { omitNulls, withLlmId } from './input.ts';
import type { CreateSessionTokenInput } from './session-token-input.ts';

type Input = typeof CreateSessionTokenInput.$inferInput;

/**
 * Returns the input of createSessionToken with the names of the contract, as the policy decides about it: before the saved
 * persona, its overrides and `extra` are merged.
 */
export function toPolicyRequest(input: Input) {
  const { personaConfig, overrides, verify: _, ...others } = omitNulls(input);
  return {
    ...others,
    personaConfig: withLlmId(personaConfig),
    ...(overrides && { overrides: { ...overrides } }),
  };
}
