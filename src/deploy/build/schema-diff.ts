/**
 * Prints how schema/schema.graphql differs from the last release, and fails if a breaking change has no changeset that
 * announces it. `npm run release` copies the schema to schema/released.graphql.
 */
import { globSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { findSchemaChanges, findUnannounced, parseChangeset } from './schema-changes.ts';

const read = (path: string) => readFileSync(path, 'utf8');

const print = (title: string, changes: readonly string[]) => {
  process.stdout.write(`${changes.length} ${title}\n`);
  for (const change of changes) process.stdout.write(`  ${change}\n`);
};

const { name, version } = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(read('package.json')));
const changesets = globSync('.changeset/*.md', { exclude: ['.changeset/README.md'] }).flatMap(
  (path) => parseChangeset(read(path), name) ?? [],
);
const { breaking, dangerous } = findSchemaChanges(
  read('schema/released.graphql'),
  read('schema/schema.graphql'),
);
print(`breaking changes since ${version}`, breaking);
print('dangerous changes', dangerous);

const unannounced = findUnannounced(breaking, changesets, version);
if (unannounced.length > 0) {
  const bump = version.startsWith('0.') ? 'minor' : 'major';
  print('breaking changes without a changeset', unannounced);
  process.stdout.write(
    `Undo them, or run \`npx changeset\`, choose ${bump}, and name each field or type in \`code quotes\`.\n`,
  );
  process.exitCode = 1;
}
