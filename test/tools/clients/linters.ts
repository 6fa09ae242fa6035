import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { findUnannounced, getBreakingBumps } from '../../../src/deploy/build/schema-changes.ts';
import { readChangesets } from '../../../src/deploy/build/schema-diff.ts';
import {
  lintSchema,
  EXCEPTIONS as SCHEMA_EXCEPTIONS,
} from '../../../src/deploy/build/schema-lint.ts';
import { APPOINTMENTS, COMPOSERS } from '../../support/gateway.ts';
import { lintOpenApi } from '../../support/lint-openapi.ts';

/**
 * What the linters report and is accepted, by a part of its message, with the reason. It is the whole list: what the
 * generators need to be told is in their configurations, beside each line.
 */
export const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'graphql-eslint': SCHEMA_EXCEPTIONS,
  inspector: {
    "The field 'Mutation.createLegacySessionToken' is deprecated":
      'The specification deprecates the endpoint, which the package serves until a major version.',
  },
  spectral: {
    'info-contact':
      'The document describes the interface of any service that has it, for which nobody is the contact.',
    'license-url': 'OpenAPI 3.1 has the identifier of the license instead of its URL, never both.',
    'openapi-tags-alphabetical': 'Tags are in the order of the specification, from the token on.',
  },
};

const read = (path: string) => readFileSync(`schema/${path}`, 'utf8');

const schemaProblems = async () => {
  const { violations, unused } = lintSchema(read('schema.graphql'));
  return [...violations, ...unused.map((exception) => `Unused exception: ${exception}`)];
};

/** Composes the subgraph with another one. */
const compose = (name: keyof typeof COMPOSERS) => async () => {
  const subgraphs = { avatars: read('subgraph.graphql'), appointments: APPOINTMENTS };
  const { errors = [], supergraphSdl } = COMPOSERS[name](
    Object.entries(subgraphs).map(([name, sdl]) => ({
      name,
      url: `http://${name}.example`,
      sdl,
      typeDefs: parse(sdl),
    })),
  );
  const problems = errors.map(({ message }) => message);
  return supergraphSdl === undefined && problems.length === 0 ? ['There is no schema.'] : problems;
};

/** Runs a linter of the folder of generators, and returns the JSON that it prints. */
export type RunProgram = (name: string) => Promise<string>;

/** Returns what a linter reports. */
type Lint = (run: RunProgram) => Promise<readonly string[]>;

const findInspectorProblems: Lint = async (run) => {
  const { breaking, problems } = JSON.parse(await run('inspector'));
  const { version, changesets } = readChangesets('.');
  return [...findUnannounced(breaking, changesets, getBreakingBumps(version)), ...problems];
};

const LINTERS: Readonly<Record<string, Lint>> = {
  'graphql-eslint': schemaProblems,
  inspector: findInspectorProblems,
  'composition by Apollo': compose('apollo'),
  'composition by Hive': compose('hive'),
  redocly: () => lintOpenApi(read('openapi.json')),
  spectral: async (run) => JSON.parse(await run('spectral')),
};

/** Runs all linters. Yields the name of each with what it reports, except the exceptions, and with unused exceptions. */
export async function* runLinters(run: RunProgram) {
  for (const [name, lint] of Object.entries(LINTERS)) {
    const reported = await lint(run).catch(({ message, stdout }) => [`${message} ${stdout}`]);
    // graphql-eslint has applied its own, which `npm run check` does as well.
    const accepted = name === 'graphql-eslint' ? [] : Object.keys(EXCEPTIONS[name] ?? {});
    const isAccepted = (problem: string) => accepted.some((part) => problem.includes(part));
    const problems = [
      ...reported.filter((problem) => !isAccepted(problem)),
      ...accepted
        .filter((part) => !reported.some((problem) => problem.includes(part)))
        .map((part) => `Unused exception: ${part}`),
    ];
    yield { name, problems };
  }
}
