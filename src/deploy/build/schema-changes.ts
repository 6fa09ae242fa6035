import {
  BreakingChangeType,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
} from 'graphql';
import { parse } from 'yaml';
import { z } from 'zod';

/** Changes of a schema since the last release, as sentences. */
export interface SchemaChanges {
  /** Changes that make valid operations of clients invalid, or change the type of what they return. */
  readonly breaking: readonly string[];
  /** Changes that can surprise clients, such as a new enum value or another default. */
  readonly dangerous: readonly string[];
  /** What was added to the types of the release, root fields included. New types are reached through these. */
  readonly added: readonly string[];
}

/** What is an addition in the other direction. */
const ADDITIONS: readonly BreakingChangeType[] = [
  BreakingChangeType.FIELD_REMOVED,
  BreakingChangeType.ARG_REMOVED,
  BreakingChangeType.VALUE_REMOVED_FROM_ENUM,
];

const describe = ({ description }: { readonly description: string }) => description;

/** Returns the changes from one SDL to another. */
export function findSchemaChanges(released: string, current: string): SchemaChanges {
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

/** Kind of the next version that a changeset asks for. */
const Bump = z.enum(['major', 'minor', 'patch', 'none']);
const FrontMatter = z.record(z.string(), Bump);

/** The kind of change and the text of a changeset file. */
export interface Changeset {
  readonly bump: z.output<typeof Bump>;
  readonly text: string;
}

/**
 * Parses a changeset file for one package; undefined if the package is not in it.
 * @throws Error if it has no valid front matter.
 */
export function parseChangeset(file: string, packageName: string): Changeset | undefined {
  const [, frontMatter = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const bump = FrontMatter.parse(parse(frontMatter))[packageName];
  return bump && { bump, text };
}

/** Returns the name that a changeset must contain: that of the field, or of the type, enum value or directive. */
function findChangedName(change: string): string {
  const [, type = '', field = type] = /([A-Z]\w+)(?:\.(\w+))?/.exec(change) ?? [];
  return field;
}

/**
 * Returns the changes that no changeset announces. A changeset announces a change if its kind is one of `bumps`, and it has
 * the name of the field or type in code quotes, such as `tools(ids:)`.
 */
export function findUnannounced(
  changes: readonly string[],
  changesets: readonly Changeset[],
  bumps: readonly string[],
): string[] {
  const quotes = changesets
    .filter(({ bump }) => bumps.includes(bump))
    .flatMap(({ text }) => text.match(/`[^`]+`/g) ?? []);
  return changes.filter((change) => {
    const name = findChangedName(change);
    return !quotes.some((quote) => quote.split(/\W+/).includes(name));
  });
}
