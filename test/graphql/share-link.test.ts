import { expect, test } from 'vitest';
import { personas } from '../support/sample/records.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

const personaId = personas[0]?.id ?? '';

const CREATE = `mutation ($input: CreateShareLinkInput!) {
  createShareLink(input: $input) {
    shareToken
    shareLink { id personaId personaName usageLimit usageCount isEnabled expiresAt record }
  }
}`;

test('a share link is created with a token that is returned once', async () => {
  const { run } = await start();
  const data = await expectData(run(CREATE, { input: { personaId, expiresInHours: 2 } }));
  const { shareToken: token, shareLink } = data.createShareLink;
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(shareLink).toMatchObject({
    personaId,
    personaName: personas[0]?.name,
    usageLimit: 10,
    usageCount: 0,
    isEnabled: true,
  });
  expect(shareLink.record.token).toBe('[redacted]');
  const hours = (Date.parse(shareLink.expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.9);
  expect(hours).toBeLessThanOrEqual(2);

  const { id } = shareLink;
  const read = await run(
    `{ shareLink(id: "${id}") { id record persona { name } } persona(id: "${personaId}") { shareLinks { nodes { id } } } shareLinks { totalCount } }`,
  );
  expect(JSON.stringify(read)).not.toContain(token);
  expect(read.data).toMatchObject({
    shareLink: { id, persona: { name: personas[0]?.name } },
    persona: { shareLinks: { nodes: [{ id }] } },
    shareLinks: { totalCount: 1 },
  });
});
