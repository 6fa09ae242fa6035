/** Checks that all regular expressions of src take linear time. */
import { globSync, readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import { transformSync } from 'rolldown/utils';

/** Patterns that are only known at run time, by their code, with the reason why they are safe. */
const DYNAMIC_PATTERNS: Record<string, string> = {
  'const block = new RegExp(': 'It reads documents of this repository.',
  'new RegExp(pattern, "u")': 'It is compiled but never executed.',
  'new RegExp(`^${RegExp.escape(origin).replace("\\\\*", SUBDOMAINS)}$`)':
    'An operator sets the origins, whose only repetition is that of SUBDOMAINS.',
};

const RULES: Linter.RulesRecord = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  // A repetition at the start of a pattern is tried again at each position.
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
  'no-restricted-syntax': [
    'error',
    {
      selector:
        ':matches(NewExpression, CallExpression)[callee.name="RegExp"][arguments.0.type!="Literal"]',
      message: 'The pattern is only known at run time.',
    },
  ],
};

/**
 * Finds regular expressions of a TypeScript or JavaScript file whose time can grow faster than the length of their
 * input, and patterns that cannot be checked. Returns a sentence for each.
 */
export function lintRegExps(path: string, source: string): string[] {
  // Without types, which ESLint's parser does not know. The lines change, so the message has the code.
  const { code } = transformSync(path, source, { jsx: 'preserve' });
  const lines = code.split('\n');
  const messages = new Linter().verify(code, [
    {
      plugins: { regexp },
      languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
      rules: RULES,
    },
  ]);
  return messages.flatMap(({ line, message }) => {
    const text = lines[line - 1]?.trim() ?? '';
    const isAccepted = Object.keys(DYNAMIC_PATTERNS).some((pattern) => text.includes(pattern));
    return isAccepted ? [] : [`${path}: ${message} In: ${text}`];
  });
}

if (import.meta.main) {
  const paths = globSync('src/**/*.{js,ts,tsx}');
  const problems = paths.flatMap((path) => lintRegExps(path, readFileSync(path, 'utf8')));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
