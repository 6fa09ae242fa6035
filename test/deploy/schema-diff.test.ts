import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { diffRelease } from '../../src/deploy/build/schema-diff.ts';
import { tempFolder } from '../support/resources.ts';

const DIFF = resolve('src/deploy/build/schema-diff.ts');

const RELEASED = `
  enum Model { OLD NEW }
  type Tool { id: ID! model: Model }
  type Query { tool(id: ID!): Tool tools: [Tool!] }`;

const CURRENT = `
  enum Model { NEW NEWEST }
  type Tool { id: ID! model: Model }
  type Query { tool(id: ID!, version: Int!): Tool }`;

const BREAKING = [
  'OLD was removed from enum type Model.',
  'A required arg version on Query.tool was added.',
  'Query.tools was removed.',
];

const bodyOf = (schema: string) => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** Creates an OpenAPI document with a list, an endpoint with a request body. */
const createOpenApi = ({
  operationId = 'createTool',
  properties = ['name', 'url'],
  required = [] as string[],
  list = {},
} = {}) =>
  JSON.stringify({
    paths: {
      '/v1/tools': {
        get: { operationId: 'tools', ...list },
        post: { operationId, requestBody: bodyOf('CreateTool') },
      },
    },
    components: {
      schemas: {
        CreateTool: {
          properties: Object.fromEntries(properties.map((name) => [name, {}])),
          required,
        },
        Tool: { properties: { id: {} }, required: ['id'] },
      },
    },
  });

const CONTRACT = createOpenApi();

const announce = (bump: string, text: string) => `---\n'avatar-graphql': ${bump}\n---\n\n${text}\n`;

const ALL =
  'To move: `tools` is gone, `tool(id:)` needs `version`, and `OLD` is `NEW`. `NEWEST` is new.';

/** Creates a folder with the files that the diff reads, and one changeset. */
async function createFolder(
  version: string,
  changeset: string,
  released = RELEASED,
  contract = CONTRACT,
) {
  const folder = await tempFolder();
  await Promise.all(['schema', '.changeset'].map((name) => mkdir(join(folder, name))));
  const files = {
    'package.json': JSON.stringify({ name: 'avatar-graphql', version }),
    'schema/released.graphql': released,
    'schema/schema.graphql': CURRENT,
    'schema/released-openapi.json': CONTRACT,
    'schema/openapi.json': contract,
    '.changeset/README.md': '# Changesets',
    '.changeset/one.md': changeset,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Runs the command in a folder. */
const runDiff = (cwd: string) =>
  promisify(execFile)(process.execPath, [DIFF], { cwd }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

test.each([
  ['minor', ALL, false],
  ['major', ALL, true],
  ['major', 'Something else breaks: `llms`.', false],
  // An addition has to be named, too.
  ['major', ALL.replace('`NEWEST` is new.', ''), false],
])(
  'whether a %s changeset with the text "%s" announces all changes is %s',
  async (bump, text, isAnnounced) => {
    const result = diffRelease(await createFolder('1.0.0', announce(bump, text)));
    expect(result.isAnnounced).toBe(isAnnounced);
    const [breaking = '', dangerous = ''] = result.text.split(/^\d+ dangerous changes\n/m);
    for (const change of BREAKING) expect(breaking).toContain(`  ${change}\n`);
    expect(dangerous).toContain('NEWEST was added to enum type Model.');
    expect(result.text.includes('without a changeset')).toBe(!isAnnounced);
  },
);

test('only changes that no changeset names are rejected, with instructions', async () => {
  const changeset = announce('major', '`tools` is gone, and `OLD` is `NEW`. No tool is named.');
  const { code, stdout } = await runDiff(await createFolder('1.0.0', changeset));
  expect(stdout).toContain(
    '1 breaking changes without a changeset\n  A required arg version on Query.tool was added.\nUndo them, or run `npx changeset`, choose major,',
  );
  expect(code).toBe(1);
});

const OWNER = { parameters: [{ name: 'ownerId', in: 'query', required: true }] };

test.each([
  ['an endpoint', { operationId: 'addTool' }, 'Endpoint.createTool was removed.'],
  ['a property', { properties: ['name'] }, 'CreateTool.url was removed.'],
  ['an optional property of a request', { required: ['url'] }, 'CreateTool.url is required now.'],
  ['a parameter of an endpoint', { list: OWNER }, 'Endpoint.tools.ownerId is required now.'],
  [
    'the body of an endpoint',
    { list: { requestBody: bodyOf('CreateTool') } },
    'Endpoint.tools.body is required now.',
  ],
])(
  'a breaking change of %s of the REST contract requires a changeset',
  async (_, changes, change) => {
    const contract = createOpenApi(changes);
    const [, name = ''] = /\.(\w+)/.exec(change) ?? [];
    const run = async (bump: string, text: string) =>
      diffRelease(await createFolder('1.0.0', announce(bump, text), CURRENT, contract));
    const rejected = await run('minor', `About \`${name}\`.`);
    expect(rejected.isAnnounced).toBe(false);
    expect(rejected.text).toContain(
      `1 breaking changes of the REST contract without a changeset\n  ${change}\n`,
    );
    expect((await run('major', `To move: \`${name}\`.`)).isAnnounced).toBe(true);
  },
);
