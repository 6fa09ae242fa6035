import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { expect } from 'vitest';
import { sharedFolder } from '../support/shared-folder.ts';

const run = promisify(execFile);

export const dockerfile = DockerfileParser.parse(await readFile('Dockerfile', 'utf8'));

/** The paths in the build context: .dockerignore lists them as exceptions. */
const context = (await readFile('.dockerignore', 'utf8'))
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

const MODULES = join(process.cwd(), 'node_modules');

/** Built at the start of each run. */
const CONSOLE = join(process.cwd(), 'dist/console');

/** Replacements of commands that require root or a network. */
const REPLACEMENTS: readonly [command: RegExp, replacement: string][] = [
  // The same files as `npm ci` installs and builds, from those of the checkout. They are hard links, except for the one that
  // npm changes later.
  [
    /^npm ci\b/,
    `cp -al ${MODULES} . && cp --remove-destination ${MODULES}/.package-lock.json node_modules/ && mkdir dist && cp -al ${CONSOLE} dist/`,
  ],
  [/^install -d -o node\b/, 'true'],
];

/** What the Dockerfile builds. */
interface Image {
  /** The folder that represents the working directory of the first stage, in which the packages are built. */
  readonly build: string;
  /** That of the last stage. */
  readonly app: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Executes the Dockerfile in an empty folder, without a container engine. */
async function execute(root: string): Promise<Image> {
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
          if (from) await run('cp', ['-al', source, target]);
          else await cp(source, target, { recursive: true });
        }
        break;
      }
      case 'RUN': {
        const command = args.join(' ');
        const replacement = REPLACEMENTS.find(([pattern]) => pattern.test(command))?.[1];
        await run('sh', ['-c', replacement ?? command], {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: root, npm_config_offline: 'true' },
        });
        break;
      }
    }
  }
  return { build: join(root, '0/build'), app: folder, environment };
}

/** Builds the image once for all test files. */
export async function buildImage(): Promise<Image> {
  const folder = await sharedFolder('image', async (root) => {
    await writeFile(join(root, 'image.json'), JSON.stringify(await execute(root)));
  });
  return JSON.parse(await readFile(join(folder, 'image.json'), 'utf8'));
}
