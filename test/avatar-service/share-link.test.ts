import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';

const HOUR = 3_600_000;
const START = Date.parse('2030-01-01T00:00:00.000Z');

const after = (hours: number) => new Date(START + hours * HOUR).toISOString();

/** Starts a service with a persona and a link to it, and a clock that a test moves on. */
async function startWithLink(fields: object = {}) {
  const clock = { now: START };
  const service = await startAvatarService({ now: () => new Date(clock.now) });
  const send = async (line: string, body?: object) => (await service.send(line, body)).body;
  const { id: personaId } = await send('POST /v1/personas', { name: 'Ada' });
  const { token, ...link } = await send('POST /v1/share-links', { personaId, ...fields });
  return { clock, send, personaId, link, path: `/v1/share-links/${link.id}` };
}

test('a new share link has limits by default', async () => {
  const { link, personaId } = await startWithLink();
  expect(link).toStrictEqual({
    id: expect.any(String),
    type: 'LINK',
    personaId,
    personaName: 'Ada',
    organizationId: expect.any(String),
    expiresAt: after(168),
    usageLimit: 10,
    usageCount: 0,
    allowedOrigins: [],
    allowAllOrigins: false,
    removeWatermark: false,
    enabled: true,
    isPrimary: false,
    createdAt: after(0),
    updatedAt: after(0),
  });
});

test('a share link with a new lifetime expires that many hours from then', async () => {
  const { clock, send, link, path } = await startWithLink({ expiresInHours: 2, usageLimit: 3 });
  expect(link).toMatchObject({ expiresAt: after(2), usageLimit: 3 });
  clock.now += HOUR;
  const changed = await send(`PUT ${path}`, { expiresInHours: 5 });
  expect(changed).toStrictEqual({ ...link, expiresAt: after(6), updatedAt: after(1) });
  clock.now += HOUR;
  const limited = await send(`PUT ${path}`, { usageLimit: 4 });
  expect(limited).toStrictEqual({ ...changed, usageLimit: 4, updatedAt: after(2) });
  expect(await send(`GET ${path}`)).toStrictEqual(limited);
});

test('share links have the last known name of their persona', async () => {
  const { send, personaId, link, path } = await startWithLink();
  await send(`PUT /v1/personas/${personaId}`, { name: 'Ada Lovelace' });
  expect(await send(`GET ${path}`)).toStrictEqual({ ...link, personaName: 'Ada Lovelace' });
  await send(`DELETE /v1/personas/${personaId}`);
  expect(await send('GET /v1/share-links')).toMatchObject({ data: [link] });
});
