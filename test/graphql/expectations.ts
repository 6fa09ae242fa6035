import { expect } from 'vitest';
import type { ApiResponse } from '../support/start.ts';

/** Expects that an input was rejected with one issue: its path, and what else is known of it. */
export const expectIssue = (
  errors: ApiResponse['errors'],
  path: readonly (string | number)[],
  issue: object = {},
): void =>
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path, ...issue }],
  });

/** Expects an operation without errors, and returns its data. */
export async function expectData(response: Promise<ApiResponse>): Promise<ApiResponse['data']> {
  const { data, errors } = await response;
  expect(errors).toBeUndefined();
  return data;
}
