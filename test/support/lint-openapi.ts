import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Returns what the linter of Redocly finds in an OpenAPI document, by its strict rules. */
export async function lintOpenApi(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}
