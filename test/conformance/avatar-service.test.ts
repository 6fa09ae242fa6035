import { expect, test } from 'vitest';
import openapi from '../../schema/openapi.json' with { type: 'json' };
import { EXTENSIONS as CONTRACT_EXTENSIONS } from '../../src/contract/api.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedImage } from '../support/files.ts';
import { listen } from '../support/resources.ts';
import { EXTENSIONS, type Target } from '../tools/conformance/check.ts';
import { checks, prepare } from '../tools/conformance.ts';

const service = await startAvatarService({ seeded: true, allowPrivateImageUrls: true });
const png = await seedImage('png').bytes();
const imageServer = await listen((_, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(png),
);

/** Has every option, so that no check is skipped. */
const target = await prepare({
  url: service.url,
  key: service.keys.pro,
  freeKey: service.keys.free,
  voiceId: 'de23e340-1416-4dd8-977d-065a7ca11697',
  imageUrl: `${imageServer}/portrait.png`,
  deleteTool: true,
});

/** Returns the target with a tool of its own, because a check deletes it. */
async function createTarget(): Promise<Target> {
  const tool = { type: 'CLIENT', name: `tool_${crypto.randomUUID()}`, description: 'Finds it.' };
  const { id } = (await service.send('POST /v1/tools', tool)).body;
  return { ...target, toolId: id };
}

test.each(checks.map((check) => [check.level, check.id, check.name, check] as const))(
  'the built-in service conforms: %s %s: %s',
  async (_level, _id, _name, check) => {
    await check.run(await createTarget());
  },
);

test('the checks cover every extension of the contract', () => {
  expect([...EXTENSIONS].sort()).toStrictEqual([...CONTRACT_EXTENSIONS].sort());
});

/** Operations that the check of a creation calls, too. */
const isReadById = (line: string) => /^get .*\/\{id\}$/.test(line);

test('every operation of an extension has a check besides that of its key', () => {
  const operations = Object.entries<object>(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, each]) => 'x-extension' in each && !isReadById(`${method} ${path}`))
      .map(([, { operationId }]) => operationId),
  );
  const known = new Set(checks.map(({ id }) => id.split('.extension.')[1]));
  expect(operations.filter((operation) => !known.has(operation))).toStrictEqual([]);
  expect(operations.length).toBeGreaterThan(20);
});

test('check ids are unique', () => {
  const ids = checks.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toStrictEqual([]);
});
