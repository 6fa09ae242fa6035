/** Prints the changes since the last release, and fails if one has no changeset. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findContractChanges } from './openapi-changes.ts';
import { findSchemaChanges, findUnannounced, parseChangeset } from './schema-changes.ts';

const Package = z.object({ name: z.string(), version: z.string() });

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

/** Returns the version of the package in a folder, and the changesets that wait for its next one. */
export function readChangesets(folder: string) {
  const { name, version } = Package.parse(JSON.parse(read(folder, 'package.json')));
  const files = globSync('.changeset/*.md', { cwd: folder, exclude: ['.changeset/README.md'] });
  return {
    version,
    changesets: files.flatMap((path) => parseChangeset(read(folder, path), name) ?? []),
  };
}

/**
 * Describes how schema/schema.graphql and schema/openapi.json of a folder differ from the last release, and whether a
 * changeset announces each breaking change of either, and each addition to the graph. `npm run release` copies them to
 * schema/released.graphql and schema/released-openapi.json.
 */
export function diffRelease(folder: string): { text: string; isAnnounced: boolean } {
  let text = '';
  const print = (title: string, changes: readonly string[]) => {
    text += `${[`${changes.length} ${title}`, ...changes.map((change) => `  ${change}`)].join('\n')}\n`;
  };
  const { version, changesets } = readChangesets(folder);
  const { breaking, dangerous, added } = findSchemaChanges(
    read(folder, 'schema/released.graphql'),
    read(folder, 'schema/schema.graphql'),
  );
  print(`breaking changes since ${version}`, breaking);
  print('dangerous changes', dangerous);
  const contractChanges = findContractChanges(
    read(folder, 'schema/released-openapi.json'),
    read(folder, 'schema/openapi.json'),
  );
  print('breaking changes of the REST contract', contractChanges);
  let isAnnounced = true;
  const check = (kind: string, changes: readonly string[], bumps: readonly string[]) => {
    const unannounced = findUnannounced(changes, changesets, bumps);
    if (unannounced.length === 0) return;
    print(`${kind} without a changeset`, unannounced);
    text += `Undo them, or run \`npx changeset\`, choose ${bumps[0]}, and name each field or type in \`code quotes\`.\n`;
    isAnnounced = false;
  };
  check('breaking changes', breaking, ['major']);
  check('breaking changes of the REST contract', contractChanges, ['major']);
  check('additions', added, ['minor', 'patch', 'major']);
  return { text, isAnnounced };
}

if (import.meta.main) {
  const { text, isAnnounced } = diffRelease('.');
  process.stdout.write(text);
  process.exitCode = isAnnounced ? 0 : 1;
}
