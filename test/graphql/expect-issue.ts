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
