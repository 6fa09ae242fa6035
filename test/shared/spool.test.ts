import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSpool, SpoolError } from '../../src/shared/spool.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { CREATE_AVATAR, seedImage } from '../support/files.ts';
import { tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

test('while uploads cannot be stored on disk, the operator gets an error report and callers get 503', async () => {
  const upstream = await fakeService(reply(201, { id: 'a1' }));
  const base = join(await tempFolder(), 'missing');
  const spool = createSpool(base);
  onTestFinished(spool.close);
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  const { upload } = await start({ upstream, spool, onFault });
  const send = () => upload(CREATE_AVATAR, { file: null }, { file: seedImage('webp') });

  const rejected = await send();
  expect([rejected.status, rejected.headers.get('retry-after')]).toStrictEqual([503, '5']);
  expect(rejected.errors?.[0]?.extensions).toMatchObject({
    code: 'OVERLOADED',
    retryAfterSeconds: 5,
  });
  expect(faults).toStrictEqual([expect.any(SpoolError)]);
  expect(upstream.calls).toStrictEqual([]);

  await mkdir(base);
  expect((await send()).data).toStrictEqual({ createAvatar: { avatar: { id: 'a1' } } });
  const [folder = ''] = await readdir(base);
  await expect.poll(() => readdir(join(base, folder))).toStrictEqual([]);
});
