import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './support/free-port.ts';

// `npm run samples`: runs the shell samples of the README and the pages in a fresh clone, as printed. Only the port and the
// placeholders of another service are replaced: `service.example.com` is a second built-in avatar service.

const PAGES = [
  'README.md',
  'src/hooks/README.md',
  'src/server/security/README.md',
  'src/graphql/federation/README.md',
  'src/deploy/README.md',
];

/** Samples that are left out, and why. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\bdocker\b/, 'needs a container engine'],
  [/rediss?:\/\//, 'needs Redis'],
  [/graphql-hive|hive-gateway/, 'downloads a gateway'],
  [/npm run (bench|faults|kill|soak)/, 'takes long'],
  [/npm (run check|test)/, 'is what .ci/run does'],
  [/pg_dump|postgres:\/\//, 'needs Postgres'],
  [/\/backups\/|revoke ID/, 'has placeholders of the operator'],
];

/**
 * Functions that stand in for two programs: `npm start` runs in the background, and is stopped by a signal to npm alone
 * before the next one starts; `curl` fails if a response has errors.
 */
const PRELUDE = `
set -euo pipefail
stop_server() {
  [ -n "\${SERVER:-}" ] || return 0
  kill "$SERVER"; wait "$SERVER" || true; SERVER=
  for _ in $(seq 100); do command curl -s -o /dev/null "http://127.0.0.1:$PORT/health" || return 0; sleep 0.2; done
  echo "npm start did not stop"; exit 1
}
npm() {
  if [ "$1" = start ] && { [ $# = 1 ] || [ "$3" = --workers ]; }; then
    stop_server
    command npm "$@" & SERVER=$!
    for _ in $(seq 150); do command curl -s -o /dev/null "http://127.0.0.1:$PORT/health" && return 0; sleep 0.2; done
    echo "npm start did not answer"; exit 1
  fi
  command npm "$@"
}
curl() {
  local output; output=$(command curl --fail-with-body "$@"); printf '%s\\n' "$output" | head -c 2000
  if [[ $output == *'"errors"'* ]]; then echo "the response has errors"; exit 1; fi
}
`;

interface Sample {
  readonly page: string;
  readonly code: string;
  readonly reason: string | undefined;
}

const readSamples = (page: string): Sample[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => ({
    page,
    code,
    reason: LEFT_OUT.find(([pattern]) => pattern.test(code))?.[1],
  }));

/** Creates the script of all samples. `npm start &` starts in the background anyway. */
const createScript = (samples: readonly Sample[], port: number, service: string, key: string) =>
  samples
    .map(({ page, code, reason }) => {
      const title = `echo '=== ${page}: ${code.split('\n', 1)[0]?.replaceAll("'", '')}'`;
      if (reason) return `${title}\necho 'left out: it ${reason}'`;
      const printed = code
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
        .replaceAll('https://service.example.com', service)
        .replaceAll('your-key', key)
        .replaceAll('kill %1', 'stop_server')
        .replace(/npm start &$/m, 'npm start');
      return `${title}\n${printed}`;
    })
    .join('\n\n');

const folder = mkdtempSync(join(tmpdir(), 'avatar-graphql-samples-'));
const clone = join(folder, 'avatar-graphql');
const run = (command: string, words: readonly string[], cwd = folder) =>
  execFileSync(command, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
const port = await freePort();
const servicePort = await freePort();
let service: ReturnType<typeof spawn> | undefined;
try {
  run('git', ['clone', '--quiet', process.cwd(), clone]);
  run('npm', ['create', '--yes', 'vite@latest', 'your-app', '--', '--template', 'react-ts']);
  writeFileSync(join(folder, 'your-app/src/names.graphql'), 'query Names { personas { total } }\n');
  const env = { ...process.env, DATA_DIR: join(folder, 'service'), PORT: String(servicePort) };
  const program = join(process.cwd(), 'src/bin.js');
  const created = execFileSync(process.execPath, [program, 'keys', 'create'], { env });
  const key = created.toString().trim();
  service = spawn(process.execPath, [program, 'service'], { env, stdio: 'ignore' });
  const samples = PAGES.flatMap(readSamples);
  const script = createScript(samples, port, `http://127.0.0.1:${servicePort}`, key);
  const [hooks = ''] = [
    ...readFileSync('README.md', 'utf8').matchAll(/^```tsx\n([\s\S]*?)^```$/gm),
  ].map(([, code = '']) => code);
  writeFileSync(join(folder, 'your-app/src/main.tsx'), hooks);
  const main = `${PRELUDE}\ntrap stop_server EXIT\n${script}\nstop_server\ncd ../your-app && command npm run build\n`;
  // Each sample of a page begins in the clone.
  const commands = main.replaceAll("echo '=== ", `cd '${clone}'\necho '=== `);
  const child = spawn('bash', ['-c', commands], {
    cwd: clone,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  const left = samples.filter(({ reason }) => reason).length;
  process.stdout.write(
    `${samples.length - left} samples run, ${left} left out, exit code ${code}\n`,
  );
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  service?.kill();
  rmSync(folder, { recursive: true, force: true });
}
