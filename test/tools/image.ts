import { equal, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

// `npx node test/tools/image.ts`: builds the image, and checks a container of it with a read-only root, and another one of its volume.
// ENGINE=podman runs it with Podman instead of Docker.

const { ENGINE = 'docker' } = process.env;
const BASE = 'docker.io/library/node:26-slim';

/** What the image may add to its base, in bytes. */
const MAX_SIZE = 40e6;

/** Milliseconds until a container is healthy: its check runs every 10 s. */
const HEALTHY_WITHIN = 60_000;

const execute = promisify(execFile);
const engine = async (...words: readonly string[]): Promise<string> =>
  (await execute(ENGINE, words, { maxBuffer: 1e8 })).stdout.trim();

const name = `avatar-graphql-${randomUUID()}`;
const sizeOf = async (image: string) =>
  Number(await engine('image', 'inspect', '--format', '{{.Size}}', image));
const stateOf = (container: string, field: string) =>
  engine('inspect', '--format', `{{.State.${field}}}`, container);

/** Ids of the containers that run. */
const containers = new Set<string>();

/** Starts a container of the image with the volume, and returns its id and URL when it is healthy. */
async function start() {
  const safe = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
  const options = [...safe, '--volume', `${name}:/data`, '--publish', '127.0.0.1::4000'];
  const id = await engine('run', '--detach', ...options, name);
  containers.add(id);
  const deadline = Date.now() + HEALTHY_WITHIN;
  while ((await stateOf(id, 'Health.Status')) !== 'healthy') {
    ok(Date.now() < deadline, `not healthy: ${await engine('logs', id)}`);
    await setTimeout(500);
  }
  return { id, url: `http://${await engine('port', id, '4000/tcp')}/graphql` };
}

/** Stops a container by SIGTERM, and removes it. */
async function stop(id: string) {
  await engine('stop', '-t', '30', id);
  equal(await stateOf(id, 'ExitCode'), '0');
  await engine('rm', id);
  containers.delete(id);
}

async function ask(url: string, key: string, query: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = await response.json();
  equal(errors, undefined);
  return data;
}

try {
  await engine('build', '--tag', name, '.');
  // A build does not keep its base as an image.
  await engine('pull', BASE);
  const added = (await sizeOf(name)) - (await sizeOf(BASE));
  ok(added < MAX_SIZE, `The image adds ${added} bytes to its base.`);
  const first = await start();
  equal(await engine('exec', first.id, 'id', '--user', '--name'), 'node');
  await rejects(engine('exec', first.id, 'touch', '/app/file'), /Read-only file system/);
  const words = ['node', 'dist/bin.js', 'keys', 'create', '--plan', 'pro'];
  const key = await engine('exec', first.id, ...words);
  const create = 'mutation { createPersona(input: { name: "Kept" }) { persona { id } } }';
  const { createPersona } = await ask(first.url, key, create);
  await stop(first.id);
  const second = await start();
  const query = `{ persona(id: "${createPersona.persona.id}") { name } }`;
  equal((await ask(second.url, key, query)).persona?.name, 'Kept');
  await stop(second.id);
  process.stdout.write(`The image adds ${(added / 1e6).toFixed(1)} MB to its base, and works.\n`);
} finally {
  for (const id of containers) await engine('rm', '--force', id);
  await engine('volume', 'rm', '--force', name);
  await engine('image', 'rm', '--force', name);
}
