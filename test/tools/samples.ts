import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/resources.ts';

// `npx node test/tools/samples.ts`: runs the shell samples of the README and the pages in a fresh clone, as printed. Only the port and the
// placeholders of another service are replaced: `service.example.com` is a second built-in avatar service.

/** Its samples run in a folder beside the clone, with its two files. */
const GATEWAY_PAGE = 'src/graphql/federation/README.md';

const PAGES = [
  'README.md',
  'src/graphql/OPERATIONS.md',
  'src/avatar-service/README.md',
  'src/server/authentication/README.md',
  'src/deploy/TOKENS-FOR-USERS.md',
  'src/server/mcp/README.md',
  'src/hooks/README.md',
  'src/server/documents/README.md',
  GATEWAY_PAGE,
  'src/deploy/README.md',
  'src/deploy/STORE.md',
];

/** Samples that are left out, and why. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\bdocker\b/, 'needs a container engine'],
  [/rediss?:\/\//, 'needs Redis'],
  [/npm run (bench|soak)/, 'takes long'],
  [/npm (run check|test)/, 'is what .ci/run does'],
  [/pg_dump|postgres:\/\//, 'needs Postgres'],
  [/\/backups\/|revoke ID/, 'has placeholders of the operator'],
  [/--keep/, 'runs until it is stopped'],
];

/**
 * Functions that stand in for programs: `npm start` runs in the background, and is stopped by a signal to npm alone
 * before the next one starts; `curl` fails if a response has errors; the gateway runs in the background until the end, by
 * its program, because npx does not pass signals on, and forwards a query and an upload to an API.
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
npx() {
  [ "$1" = hive-gateway ] || { command npx "$@"; return; }
  pushd ../avatar-graphql; FEDERATION=true npm start; popd
  "node_modules/.bin/$@" & PROXY=$!
  for _ in $(seq 150); do command curl -s -o /dev/null "$GATEWAY/healthcheck" && break; sleep 0.2; done
  curl -s "$GATEWAY/graphql" -H 'content-type: application/json' -d '{"query": "{ personas { totalCount } }"}'
  curl -s "$GATEWAY/graphql" -F operations='{
    "query": "mutation ($file: Upload!) { createAvatar(input: {displayName: \\"Ada\\", image: {file: $file}}) { avatar { id } } }",
    "variables": {"file": null}
  }' -F map='{"0": ["variables.file"]}' -F 0=@../avatar-graphql/portrait.webp
}
`;

interface Sample {
  readonly page: string;
  readonly code: string;
  readonly reason: string | undefined;
}

const readBlocks = (page: string, language: string) =>
  readFileSync(page, 'utf8')
    .split('\n```')
    .filter((_, index) => index % 2 === 1)
    .filter((block) => block.startsWith(`${language}\n`))
    .map((block) => `${block.slice(language.length + 1)}\n`);

const readSamples = (page: string): Sample[] =>
  readBlocks(page, 'sh').map((code) => ({
    page,
    code,
    reason: LEFT_OUT.find(([pattern]) => pattern.test(code))?.[1],
  }));

/** Creates the script of all samples. Each page finds a new server. `npm start &` starts in the background anyway. */
const createScript = (samples: readonly Sample[], service: string, key: string) =>
  samples
    .map(({ page, code, reason }, index) => {
      const start =
        index > 0 && samples[index - 1]?.page !== page ? `cd '${clone}'\nnpm start\n` : '';
      const title = `echo '=== ${page}: ${code.split('\n', 1)[0]?.replaceAll("'", '')}'`;
      if (reason) return `${start}${title}\necho 'left out: it ${reason}'`;
      const printed = replacePorts(code)
        .replaceAll('https://service.example.com', service)
        .replaceAll('your-key', key)
        .replaceAll('kill %1', 'stop_server')
        .replace(/npm start &$/m, 'npm start');
      return `${start}cd '${page === GATEWAY_PAGE ? gateway : clone}'\n${title}\n${printed}`;
    })
    .join('\n\n');

const folder = mkdtempSync(join(tmpdir(), 'avatar-graphql-samples-'));
const clone = join(folder, 'avatar-graphql');
const gateway = join(folder, 'gateway');
const run = (command: string, words: readonly string[], cwd = folder) =>
  execFileSync(command, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
const port = await freePort();
const servicePort = await freePort();
const gatewayPort = await freePort();
const replacePorts = (code: string) =>
  code.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`).replaceAll('4001', String(gatewayPort));
let service: ReturnType<typeof spawn> | undefined;
try {
  run('git', ['clone', '--quiet', process.cwd(), clone]);
  run('npm', ['create', '--yes', 'vite@latest', 'your-app', '--', '--template', 'react-ts']);
  writeFileSync(
    join(folder, 'your-app/src/names.graphql'),
    'query Names { personas { totalCount } }\n',
  );
  const env = { ...process.env, DATA_DIR: join(folder, 'service'), PORT: String(servicePort) };
  const program = join(process.cwd(), 'src/bin.js');
  const created = execFileSync(process.execPath, [program, 'keys', 'create'], { env });
  const key = created.toString().trim();
  service = spawn(process.execPath, [program, 'service'], { env, stdio: 'ignore' });
  const samples = PAGES.flatMap(readSamples);
  const script = createScript(samples, `http://127.0.0.1:${servicePort}`, key);
  const [hooks = ''] = readBlocks('README.md', 'tsx');
  writeFileSync(join(folder, 'your-app/src/main.tsx'), hooks);
  const [mesh = '', multipart = ''] = readBlocks(GATEWAY_PAGE, 'js').map(replacePorts);
  mkdirSync(gateway);
  writeFileSync(join(gateway, 'mesh.config.js'), mesh);
  writeFileSync(join(gateway, 'gateway.config.js'), multipart);
  const commands = `${PRELUDE}\ntrap 'stop_server; [ -z "\${PROXY:-}" ] || kill $PROXY' EXIT\n${script}\nstop_server\ncd ../your-app && command npm run build\n`;
  const child = spawn('bash', ['-c', commands], {
    cwd: clone,
    env: { ...process.env, PORT: String(port), GATEWAY: `http://127.0.0.1:${gatewayPort}` },
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
