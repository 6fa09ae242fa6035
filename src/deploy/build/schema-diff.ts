/** Prints the changes since the last release, and fails if one has no changeset. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BreakingChangeType,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
} from 'graphql';
import { parse } from 'yaml';
import { z } from 'zod';
import { findContractChanges } from './openapi-changes.ts';

/** What is an addition in the other direction. */
const ADDITIONS: readonly BreakingChangeType[] = [
  BreakingChangeType.FIELD_REMOVED,
  BreakingChangeType.ARG_REMOVED,
  BreakingChangeType.VALUE_REMOVED_FROM_ENUM,
];

const describe = ({ description }: { readonly description: string }) => description;

/** Returns the changes from one SDL to another as sentences. New types are reached through what is added to released ones. */
function findSchemaChanges(released: string, current: string) {
  const [from, to] = [buildSchema(released), buildSchema(current)];
  return {
    breaking: findBreakingChanges(from, to).map(describe),
    dangerous: findDangerousChanges(from, to).map(describe),
    added: findBreakingChanges(to, from)
      .filter(({ type }) => ADDITIONS.includes(type))
      .map((change) =>
        describe(change).replace('removed from', 'added to').replace('removed', 'added'),
      ),
  };
}

const Package = z.object({ name: z.string(), version: z.string() });
const FrontMatter = z.record(z.string(), z.enum(['major', 'minor', 'patch', 'none']));

/** Returns the words in code quotes of a changeset, such as `tools(ids:)`, and the kind of version that it asks for. */
function readChangeset(file: string, packageName: string) {
  const [, frontMatter = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const quotes = text.match(/`[^`]+`/g) ?? [];
  const bump = FrontMatter.parse(parse(frontMatter))[packageName];
  return { bump, names: quotes.flatMap((quote) => quote.split(/\W+/)) };
}

/** Returns the name that a changeset must contain: that of the field, or of the type, enum value or directive. */
function findChangedName(change: string): string {
  const [, type = '', field = type] = /([A-Z]\w+)(?:\.(\w+))?/.exec(change) ?? [];
  return field;
}

/**
 * Describes how schema/schema.graphql and schema/openapi.json of a folder differ from the last release, and whether a
 * changeset announces each breaking change of either, and each addition to the graph: it names the field or type in code
 * quotes. `npm run release` copies them to schema/released.graphql and schema/released-openapi.json.
 */
export function diffRelease(folder: string): { text: string; isAnnounced: boolean } {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const { name, version } = Package.parse(JSON.parse(read('package.json')));
  const files = globSync('.changeset/*.md', { cwd: folder, exclude: ['.changeset/README.md'] });
  const changesets = files.map((path) => readChangeset(read(path), name));
  let text = '';
  let isAnnounced = true;
  const print = (title: string, changes: readonly string[]) => {
    text += `${[`${changes.length} ${title}`, ...changes.map((change) => `  ${change}`)].join('\n')}\n`;
  };
  const check = (kind: string, changes: readonly string[], bumps: readonly string[]) => {
    const announced = changesets
      .filter(({ bump = 'none' }) => bumps.includes(bump))
      .flatMap(({ names }) => names);
    const unannounced = changes.filter((change) => !announced.includes(findChangedName(change)));
    if (unannounced.length === 0) return;
    print(`${kind} without a changeset`, unannounced);
    text += `Undo them, or run \`npx changeset\`, choose ${bumps[0]}, and name each field or type in \`code quotes\`.\n`;
    isAnnounced = false;
  };
  const { breaking, dangerous, added } = findSchemaChanges(
    read('schema/released.graphql'),
    read('schema/schema.graphql'),
  );
  const contractChanges = findContractChanges(
    read('schema/released-openapi.json'),
    read('schema/openapi.json'),
  );
  print(`breaking changes since ${version}`, breaking);
  print('dangerous changes', dangerous);
  print('breaking changes of the REST contract', contractChanges);
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
