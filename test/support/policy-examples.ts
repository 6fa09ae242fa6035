import { readFileSync } from 'node:fs';
import { parsePolicy } from '../../src/policy/parse-policy.ts';
import type { PolicyFile } from '../../src/policy/policy-schema.ts';

const GUIDE = readFileSync('src/deploy/POLICY.md', 'utf8');

/** Returns the text of an example of the guide, by its heading. */
export function readExample(heading: string): string {
  const [, section = ''] = GUIDE.split(`### ${heading}\n`);
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
  if (text === undefined) throw new Error(`The guide has no example ${heading}.`);
  return text;
}

export const EXAMPLES = ['Consumer app', 'B2B product', 'Agents'] as const;

export const parseExample = (heading: (typeof EXAMPLES)[number]): PolicyFile =>
  parsePolicy(readExample(heading), {});
