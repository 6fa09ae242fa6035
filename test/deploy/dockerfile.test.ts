import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { expect, test } from 'vitest';
import { runProgram } from '../support/process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const execute = promisify(execFile);

const dockerfile = DockerfileParser.parse(await readFile('Dockerfile', 'utf8'));

/** What the folder of the build context has, by .dockerignore: it names what is let in. */
const context = (await readFile('.dockerignore', 'utf8'))
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

const MODULES = join(process.cwd(), 'node_modules');

/** What takes a root user or a network, and what stands in for it here. */
const INSTEAD: readonly [command: RegExp, does: string][] = [
  // The same files, from the same lockfile, as this checkout's own `npm ci` has put there. They are links, except for the
  // one that npm writes to later.
  [
    /^npm ci\b/,
    `cp -al ${MODULES} . && cp --remove-destination ${MODULES}/.package-lock.json node_modules/ && node src/console/build.js`,
  ],
  [/^install -d -o node\b/, 'true'],
];

interface Built {
  /** Folder that stands for the last stage's working folder. */
  readonly app: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Goes through the Dockerfile in a clean folder, without an engine. */
async function build(): Promise<Built> {
  const root = await tempFolder();
  const stages = new Map<string, string>();
  let folder = root;
  let stage = root;
  let environment: Record<string, string> = {};
  for (const instruction of dockerfile.getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    switch (instruction.getKeyword()) {
      case 'FROM':
        stage = join(root, String(stages.size));
        folder = stage;
        environment = {};
        stages.set(words[2] ?? 'last', stage);
        break;
      case 'WORKDIR':
        folder = join(stage, words[0] ?? '');
        await mkdir(folder, { recursive: true });
        break;
      case 'ENV':
        for (const word of words) {
          const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? [];
          environment[name] = value;
        }
        break;
      case 'COPY': {
        const flags = (instruction as Copy).getFlags();
        const from = flags.find((flag) => flag.getName() === 'from')?.getValue();
        const to = words.at(-1) ?? '';
        for (const word of words.slice(0, -1)) {
          if (!from) expect(context).toContain(word);
          const source = from ? join(stages.get(from) ?? '', word) : word;
          const target = to.endsWith('/') ? join(folder, to, word) : join(folder, to);
          if (from) await execute('cp', ['-al', source, target]);
          else await cp(source, target, { recursive: true });
        }
        break;
      }
      case 'RUN': {
        const command = words.join(' ');
        const instead = INSTEAD.find(([pattern]) => pattern.test(command))?.[1];
        await execute('sh', ['-c', instead ?? command], {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: root, npm_config_offline: 'true' },
        });
        break;
      }
    }
  }
  return { app: folder, environment };
}

const instructionOf = (keyword: string) =>
  dockerfile.getInstructions().findLast((instruction) => instruction.getKeyword() === keyword);

/** The words of an instruction in its JSON form. */
const wordsOf = (keyword: string): string[] =>
  JSON.parse(
    instructionOf(keyword)
      ?.getArgumentsContent()
      ?.replace(/^[^[]*/, '') ?? '[]',
  );

test('its steps make a folder that runs, answers its own health check, and is small', async () => {
  const { app, environment } = await build();
  const modules = await readdir(join(app, 'node_modules'));
  expect(modules).toContain('graphql-yoga');
  expect(
    modules.filter((name) => ['vite', 'vitest', 'react', 'typescript'].includes(name)),
  ).toStrictEqual([]);
  expect(existsSync(join(app, 'src'))).toBe(false);
  const [node, program = '', ...words] = wordsOf('ENTRYPOINT');
  expect(node).toBe('node');
  const settings = { ...environment, PORT: '0', DATA_DIR: await tempFolder() };
  const { printed } = runProgram(words, settings, {
    program: join(app, program),
    cwd: app,
  });
  const [, port = ''] = await printed(/Console +http:\/\/localhost:(\d+)/);
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
  const [, ...check] = wordsOf('HEALTHCHECK');
  const checked = (env: Record<string, string>) => execute(process.execPath, check, { env });
  await checked({ PORT: port });
  await expect(checked({ PORT: '1' })).rejects.toMatchObject({ code: 1 });
}, 180_000);

test('nobody runs as root in it', () => {
  expect(instructionOf('USER')?.getArgumentsContent()).toBe('node');
});
