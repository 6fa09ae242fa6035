import { join } from 'node:path';
import { expect } from 'vitest';
import { openTab } from '../browser/browser.ts';
import { AUTH, signJwt } from '../support/issuer.ts';
import { tempFile } from '../support/resources.ts';
import { start } from '../support/start.ts';

/** One session token a day for each user, which is not given again. */
const POLICY = {
  roles: [
    {
      name: 'user',
      when: {},
      scopes: 'all',
      mint: {
        maxSessionLengthSeconds: 60,
        clientLabel: '{subject}:{mint}',
        reuseSeconds: 0,
        limits: [{ tokens: 1, per: 'day' }],
      },
    },
  ],
};

const IMAGE = 'test/support/sample/portrait.png';

/** Opens the built example app on the origin of the API, signs in, and uses all of its features. */
export async function expectAppToWork(dist: string): Promise<void> {
  const policy = await tempFile(JSON.stringify(POLICY));
  const url = (await start({ settings: { ...AUTH, POLICY: policy } })).url;
  const page = await openTab([url]);
  await page.route(/\/app\/|\/assets\//, (route) =>
    route.fulfill({
      path: join(dist, new URL(route.request().url()).pathname.replace('/app/', '/')),
    }),
  );
  await page.goto(`${url}/app/index.html`);

  const signIn = page.getByRole('dialog', { name: 'Sign in' });
  await signIn.getByLabel('JWT').fill(await signJwt());
  await signIn.getByRole('button').click();

  const personas = page.getByRole('region', { name: 'Personas' });
  const countPersonas = () => personas.getByRole('listitem').count();
  await expect.poll(countPersonas).toBe(10);
  await personas.getByRole('button', { name: 'More' }).click();
  await expect.poll(countPersonas).toBeGreaterThan(10);
  await personas.getByRole('searchbox').fill('museum');
  await expect.poll(countPersonas).toBe(1);
  await personas.getByRole('button', { name: 'Nora, museum guide' }).click();
  await expect.poll(() => personas.getByRole('status').textContent()).toMatch(/^Session token: ./);
  await personas.getByRole('note').waitFor();
  expect(await personas.getByRole('note').textContent()).toMatch(/^LIMIT: wait \d+ s$/);
  expect(await personas.getByRole('button', { name: 'Nora, museum guide' }).isDisabled()).toBe(
    true,
  );

  const upload = page.getByRole('region', { name: 'New avatar' });
  await upload.getByLabel('Name').fill('Ada');
  await upload.getByLabel('Image').setInputFiles(IMAGE);
  await upload.getByRole('button', { name: 'Upload' }).click();
  const image = upload.getByRole('img', { name: 'Ada' });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(await upload.getByRole('progressbar').getAttribute('value')).toBe('1');
}
