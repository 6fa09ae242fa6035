import { expect, test } from 'vitest';
import { EXTENSIONS as CONTRACT_EXTENSIONS, resources } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/resource.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { listen } from '../support/resources.ts';
import { EXTENSIONS, type Target } from '../tools/conformance/check.ts';
import { image } from '../tools/conformance/images.ts';
import { checks, prepare } from '../tools/conformance.ts';

const service = await startAvatarService({ seeded: true, allowPrivateImageUrls: true });
const png = await image('png').bytes();
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

/** Lists the ids of checks of an endpoint, of which one is enough. The check `create` also reads the record by id. */
const listCheckIds = (feature: string, name: string, { operation }: Endpoint) =>
  [operation ?? name, ...(operation === 'get' ? ['create'] : [])].map(
    (id) => `${feature}.extension.${id}`,
  );

test('every endpoint of a resource has a check', () => {
  const endpoints = Object.values(resources).flatMap(({ feature, endpoints }) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) =>
      listCheckIds(feature, name, endpoint),
    ),
  );
  const known = new Set(checks.map(({ id }) => id));
  expect(endpoints.filter((ids) => !ids.some((id) => known.has(id)))).toStrictEqual([]);
  expect(endpoints.length).toBeGreaterThan(20);
});

test('check ids are unique', () => {
  const ids = checks.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toStrictEqual([]);
});
