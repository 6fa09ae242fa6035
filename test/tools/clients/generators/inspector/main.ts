import { readdirSync, readFileSync } from 'node:fs';
import { CriticalityLevel, diff, validate } from '@graphql-inspector/core';
import { buildSchema, Source } from 'graphql';

const folder = '../node_modules/avatar-graphql-hooks/schema/';

const read = (path: string) => readFileSync(folder + path, 'utf8');

const schema = buildSchema(read('schema.graphql'));
const changes = await diff(buildSchema(read('released.graphql')), schema);
const documents = readdirSync(`${folder}operations`).map(
  (name) => new Source(read(`operations/${name}`), name),
);
const invalid = validate(schema, documents, { strictDeprecated: true });

process.stdout.write(
  JSON.stringify({
    breaking: changes
      .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
      .map(({ path = '', message }) => `${path}: ${message}`),
    problems: invalid.flatMap(({ source, errors, deprecated }) =>
      [...errors, ...deprecated].map(({ message }) => `${source.name}: ${message}`),
    ),
  }),
);
