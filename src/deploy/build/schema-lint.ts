/** Checks schema/schema.graphql by the rules of graphql-eslint. */
import { readFileSync } from 'node:fs';
import { lintSchema } from './schema-rules.ts';

const { violations, unused } = lintSchema(readFileSync('schema/schema.graphql', 'utf8'));
const problems = [...violations, ...unused.map((exception) => `Unused exception: ${exception}`)];
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
