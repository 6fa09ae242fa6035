import { expect, test } from 'vitest';
import { checks, prepare } from '../conformance.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { listen } from '../support/listen.ts';
import { seedTool } from '../support/seeds.ts';
import type { Target } from './check.ts';
import { image } from './images.ts';

/** The avatar service with everything that a check can ask for, so that none is left out. */
async function startTarget(): Promise<Target> {
  const { url, keys } = await startAvatarService({ seeded: true, allowPrivateImageUrls: true });
  const png = await image('png').bytes();
  const pictures = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  );
  return prepare({
    url,
    key: keys.pro,
    freeKey: keys.free,
    voiceId: 'de23e340-1416-4dd8-977d-065a7ca11697',
    imageUrl: `${pictures}/portrait.png`,
    toolId: seedTool,
    deleteTool: true,
  });
}

test.each(checks.map((check) => [check.level, check.id, check.name, check] as const))(
  'the avatar service, %s %s: %s',
  async (_level, _id, _name, check) => {
    await check.run(await startTarget());
  },
);

test('a check is known by its id', () => {
  const ids = checks.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toStrictEqual([]);
});
