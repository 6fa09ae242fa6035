import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

// Without `spectral-cli`, which reports installations to a service of its maker.

const linter = new spectral.Spectral();
// @ts-expect-error The types of the rules are not those of the linter.
linter.setRuleset({ extends: [[oas, 'all']] });
const document = JSON.parse(readFileSync('../openapi.json', 'utf8'));
const results = await linter.run(document);

process.stdout.write(
  JSON.stringify(
    results.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`),
  ),
);
