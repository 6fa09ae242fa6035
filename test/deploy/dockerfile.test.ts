import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { expect, test } from 'vitest';
import { multipart, pdf } from '../support/files.ts';
import { runProgram } from '../support/program.ts';
import { DISK_PREFIX, tempFolder } from '../support/resources.ts';

const execute = promisify(execFile);

const dockerfile = DockerfileParser.parse(await readFile('Dockerfile', 'utf8'));

/** The paths in the build context: .dockerignore lists them as exceptions. */
const context = (await readFile('.dockerignore', 'utf8'))
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

const MODULES = join(process.cwd(), 'node_modules');

/** Replacements of commands that require root or a network. */
const REPLACEMENTS: readonly [command: RegExp, replacement: string][] = [
  // The same files as `npm ci` installs, from those of the checkout. They are hard links, except for the one that npm
  // changes later.
  [
    /^npm ci\b/,
    `cp -al ${MODULES} . && cp --remove-destination ${MODULES}/.package-lock.json node_modules/ && node src/console/build.js`,
  ],
  [/^install -d -o node\b/, 'true'],
];

interface Image {
  /** The folder that represents the working directory of the last stage. */
  readonly app: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Executes the Dockerfile in an empty folder, without a container engine. */
async function build(): Promise<Image> {
  const root = await tempFolder(DISK_PREFIX);
  const stages = new Map<string, string>();
  let folder = root;
  let stage = root;
  let environment: Record<string, string> = {};
  for (const instruction of dockerfile.getInstructions()) {
    const args = instruction.getArguments().map((each) => each.getValue());
    switch (instruction.getKeyword()) {
      case 'FROM':
        stage = join(root, String(stages.size));
        folder = stage;
        environment = {};
        stages.set(args[2] ?? 'last', stage);
        break;
      case 'WORKDIR':
        folder = join(stage, args[0] ?? '');
        await mkdir(folder, { recursive: true });
        break;
      case 'ENV':
        for (const argument of args) {
          const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(argument) ?? [];
          environment[name] = value;
        }
        break;
      case 'COPY': {
        const flags = (instruction as Copy).getFlags();
        const from = flags.find((flag) => flag.getName() === 'from')?.getValue();
        const to = args.at(-1) ?? '';
        for (const argument of args.slice(0, -1)) {
          if (!from) expect(context).toContain(argument);
          const source = from ? join(stages.get(from) ?? '', argument) : argument;
          const target = to.endsWith('/') ? join(folder, to, argument) : join(folder, to);
          await mkdir(dirname(target), { recursive: true });
          if (from) await execute('cp', ['-al', source, target]);
          else await cp(source, target, { recursive: true });
        }
        break;
      }
      case 'RUN': {
        const command = args.join(' ');
        const replacement = REPLACEMENTS.find(([pattern]) => pattern.test(command))?.[1];
        await execute('sh', ['-c', replacement ?? command], {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: root, npm_config_offline: 'true' },
        });
        break;
      }
    }
  }
  return { app: folder, environment };
}

const findInstruction = (keyword: string) =>
  dockerfile.getInstructions().findLast((instruction) => instruction.getKeyword() === keyword);

/** Parses the arguments of an instruction in its JSON form. */
const parseArguments = (keyword: string): string[] =>
  JSON.parse(
    findInstruction(keyword)
      ?.getArgumentsContent()
      ?.replace(/^[^[]*/, '') ?? '[]',
  );

/** Uploads a PDF, whose text a thread extracts, and waits until it can be searched. */
async function expectTextToBeExtracted(url: string, headers: Record<string, string>) {
  const ask = async (body: FormData) =>
    (await fetch(url, { method: 'POST', headers, body })).json();
  const query = `mutation ($groupId: ID!, $file: Upload!) {
    uploadKnowledgeDocument(input: { groupId: $groupId, file: $file }) { knowledgeDocument { id } }
  }`;
  const file = new File([pdf(['Otters sleep while they float.'])], 'otters.pdf');
  const groups = await ask(multipart({ query: '{ knowledgeGroups { id } }' }, {}));
  const variables = { groupId: groups.data.knowledgeGroups[0].id, file: null };
  const { data } = await ask(multipart({ query, variables }, { file }));
  const { id } = data.uploadKnowledgeDocument.knowledgeDocument;
  const state = `{ knowledgeDocument(id: "${id}") { status errorMessage } }`;
  await expect
    .poll(() => ask(multipart({ query: state }, {})), { timeout: 20_000 })
    .toStrictEqual({ data: { knowledgeDocument: { status: 'READY', errorMessage: null } } });
}

test('the image runs without sources and development dependencies', async () => {
  const { app, environment } = await build();
  expect(await readdir(join(app, 'node_modules'), { recursive: true })).not.toContain('vite');
  expect(existsSync(join(app, 'src'))).toBe(false);
  const [node, program = '', ...args] = parseArguments('ENTRYPOINT');
  expect(node).toBe('node');
  const settings = { ...environment, PORT: '0', DATA_DIR: await tempFolder(), EXPLORER: 'true' };
  const location = { program: join(app, program), cwd: app };
  const { printed } = runProgram(args, settings, location);
  const [, port = ''] = await printed(/Console +http:\/\/localhost:(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const readPage = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text();
  expect(await readPage('/')).toContain('<div id="root">');
  expect(await readPage('/graphql')).toContain('GraphiQL');
  const keys = runProgram(['keys', 'create', '--plan', 'pro'], settings, location);
  const [key] = await keys.printed(/^\S+$/m);
  await expectTextToBeExtracted(`${url}/graphql`, { authorization: `Bearer ${key}` });
  const [, ...check] = parseArguments('HEALTHCHECK');
  const runHealthCheck = (env: Record<string, string>) => execute(process.execPath, check, { env });
  await runHealthCheck({ PORT: port });
  await expect(runHealthCheck({ PORT: '1' })).rejects.toMatchObject({ code: 1 });
}, 180_000);

test('the image does not run as root', () => {
  expect(findInstruction('USER')?.getArgumentsContent()).toBe('node');
});
