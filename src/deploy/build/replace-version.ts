/**
 * Writes the version of package.json into the documents, manifests and the package of hooks that name the version before,
 * which is the argument.
 * Run by `npm run release`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const FILES = [
  'README.md',
  'src/**/*.{md,yaml,service}',
  'src/hooks/package.json',
  'test/{deploy/app,deploy/frameworks/*,clients/*}/package.json',
];

const before = z.string().parse(process.argv[2]);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

for (const path of globSync(FILES, { exclude: ['**/node_modules'] })) {
  const text = readFileSync(path, 'utf8');
  const names = [
    `avatar-graphql ${before}\n`,
    `avatar-graphql-${before}.tgz`,
    `avatar-graphql-hooks-${before}.tgz`,
    `"version": "${before}"`,
    `avatar-graphql:${before}\n`,
  ];
  const replaced = names.reduce(
    (result, name) => result.replaceAll(name, name.replace(before, version)),
    text,
  );
  if (replaced !== text) writeFileSync(path, replaced);
}
