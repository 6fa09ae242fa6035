import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createAvatarForm, multipart, pdf, seedImage } from '../support/files.ts';
import { runProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';
import { buildImage, dockerfile } from './image.ts';

const execute = promisify(execFile);

const findInstruction = (keyword: string) =>
  dockerfile.getInstructions().findLast((instruction) => instruction.getKeyword() === keyword);

/** Parses the arguments of an instruction in its JSON form. */
const parseArguments = (keyword: string): string[] =>
  JSON.parse(
    findInstruction(keyword)
      ?.getArgumentsContent()
      ?.replace(/^[^[]*/, '') ?? '[]',
  );

/** Uploads a large image, which a thread stores, and downloads it. */
async function expectImageToBeStored(url: string, authorization: string) {
  const png = await seedImage('png').bytes();
  const body = createAvatarForm(new File([png, Buffer.alloc(5_000_000)], 'a.png'));
  const headers = { authorization };
  const { data } = await (await fetch(url, { method: 'POST', headers, body })).json();
  const query = `{ avatar(id: "${data.createAvatar.avatar.id}") { imageUrl } }`;
  const read = await fetch(`${url}?${new URLSearchParams({ query })}`, { headers });
  const image = await fetch((await read.json()).data.avatar.imageUrl);
  expect(image.headers.get('content-type')).toBe('image/png');
}

/** Uploads a PDF, whose text a thread extracts, and waits until it can be searched. */
async function expectTextToBeExtracted(url: string, headers: Record<string, string>) {
  const ask = async (body: FormData) =>
    (await fetch(url, { method: 'POST', headers, body })).json();
  const query = `mutation ($groupId: ID!, $file: Upload!) {
    createKnowledgeDocument(input: { groupId: $groupId, file: $file }) { knowledgeDocument { id } }
  }`;
  const file = new File([pdf(['Otters sleep while they float.'])], 'otters.pdf');
  const groups = await ask(multipart({ query: '{ knowledgeGroups { nodes { id } } }' }, {}));
  const variables = { groupId: groups.data.knowledgeGroups.nodes[0].id, file: null };
  const { data } = await ask(multipart({ query, variables }, { file }));
  const { id } = data.createKnowledgeDocument.knowledgeDocument;
  const state = `{ knowledgeDocument(id: "${id}") { status errorMessage } }`;
  await expect
    .poll(() => ask(multipart({ query: state }, {})), { timeout: 20_000 })
    .toStrictEqual({ data: { knowledgeDocument: { status: 'READY', errorMessage: null } } });
}

test('the image runs without sources and development dependencies', async () => {
  const { app, environment } = await buildImage();
  expect(await readdir(join(app, 'node_modules'), { recursive: true })).not.toContain('vite');
  expect(existsSync(join(app, 'src'))).toBe(false);
  const [node, ...words] = parseArguments('ENTRYPOINT');
  const program = words.pop() ?? '';
  expect([node, ...words, 'src/bin.js'].join(' ')).toBe(packageJson.scripts.start);
  const settings = { ...environment, PORT: '0', DATA_DIR: await tempFolder(), EXPLORER: 'true' };
  const location = { program: join(app, program), cwd: app };
  const { printed } = runProgram([], settings, location);
  const [, port = ''] = await printed(/Console +http:\/\/localhost:(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const readPage = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text();
  expect(await readPage('/')).toContain('<div id="root">');
  expect(await readPage('/graphql')).toContain('GraphiQL');
  const keys = runProgram(['keys', 'create', '--plan', 'pro'], settings, location);
  const [key] = await keys.printed(/^\S+$/m);
  const authorization = `Bearer ${key}`;
  await expectTextToBeExtracted(`${url}/graphql`, { authorization });
  await expectImageToBeStored(`${url}/graphql`, authorization);
  const [, ...check] = parseArguments('HEALTHCHECK');
  const runHealthCheck = (env: Record<string, string>) => execute(process.execPath, check, { env });
  await runHealthCheck({ PORT: port });
  await expect(runHealthCheck({ PORT: '1' })).rejects.toMatchObject({ code: 1 });
}, 300_000);

test('the image does not run as root', () => {
  expect(findInstruction('USER')?.getArgumentsContent()).toBe('node');
});
