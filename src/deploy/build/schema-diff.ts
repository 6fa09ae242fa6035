/**
 * Prints how schema/schema.graphql and schema/openapi.json differ from the last release, and fails if a breaking change of
 * either, or an addition to the graph, has no changeset that announces it. `npm run release` copies them to
 * schema/released.graphql and schema/released-openapi.json.
 */
import { globSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { findContractChanges } from './openapi-changes.ts';
import {
  findSchemaChanges,
  findUnannounced,
  getBreakingBumps,
  parseChangeset,
} from './schema-changes.ts';

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
const { breaking, dangerous, added } = findSchemaChanges(
  read('schema/released.graphql'),
  read('schema/schema.graphql'),
);
print(`breaking changes since ${version}`, breaking);
print('dangerous changes', dangerous);
const contractChanges = findContractChanges(
  read('schema/released-openapi.json'),
  read('schema/openapi.json'),
);
print('breaking changes of the REST contract', contractChanges);

const check = (kind: string, changes: readonly string[], bumps: readonly string[]) => {
  const unannounced = findUnannounced(changes, changesets, bumps);
  if (unannounced.length === 0) return;
  print(`${kind} without a changeset`, unannounced);
  process.stdout.write(
    `Undo them, or run \`npx changeset\`, choose ${bumps[0]}, and name each field or type in \`code quotes\`.\n`,
  );
  process.exitCode = 1;
};

check('breaking changes', breaking, getBreakingBumps(version));
check('breaking changes of the REST contract', contractChanges, getBreakingBumps(version));
check('additions', added, ['minor', 'patch', 'major']);
