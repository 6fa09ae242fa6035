/** Checks that all regular expressions of src take linear time. */
import { globSync, readFileSync } from 'node:fs';
import { lintRegExps } from './regexp-rules.ts';

const paths = globSync('src/**/*.{js,ts,tsx}');
const problems = paths.flatMap((path) => lintRegExps(path, readFileSync(path, 'utf8')));
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
