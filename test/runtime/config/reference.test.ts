import { execFile } from 'node:child_process';
import { appendFile, cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { settings } from '../../../src/deploy/build/settings.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { Settings } from '../../../src/runtime/config/settings.ts';
import { getName, listSettings } from '../../../src/shared/settings/setting.ts';
import { tempFolder } from '../../support/resources.ts';

const all = settings.flatMap(([, group]) => group);

const example = Object.fromEntries(
  [...(await readFile('.env.example', 'utf8')).matchAll(/^#(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

test('the reference and .env.example document every setting and nothing else', async () => {
  const names = listSettings(Settings).map(getName).sort();
  expect(all.map(({ name }) => name).sort()).toStrictEqual(names);
  expect(Object.keys(example).sort()).toStrictEqual(names);
  const reference = await readFile('src/deploy/SETTINGS.md', 'utf8');
  const rows = [...reference.matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toStrictEqual(names);
});

const stated = all.flatMap(({ name, absent }) =>
  'value' in absent ? [[name, absent.value] as const] : [],
);

test.each(stated)('setting %s to its default %s changes nothing', (name, value) => {
  expect(readConfig({ [name]: value })).toStrictEqual(readConfig({}));
});

test('on a public address, the documented rate limits apply', () => {
  expect(readConfig({ HOST: '0.0.0.0' }).rates).toStrictEqual({
    fields: Number(example.RATE_LIMIT),
    mints: Number(example.RATE_LIMIT_MINTS),
    addressFactor: Number(example.RATE_LIMIT_ADDRESS_FACTOR),
    uploads: Number(example.RATE_LIMIT_UPLOADS),
    voiceUploads: Number(example.RATE_LIMIT_VOICE_UPLOADS),
    documents: Number(example.RATE_LIMIT_DOCUMENTS),
  });
});

test('the values of .env.example are a valid configuration', () => {
  expect(readConfig({ ...example, UPSTREAM_API_KEY: 'key' })).toMatchObject({
    listener: {
      publicUrl: 'https://avatars.example.com',
      trustedProxies: ['loopback', '10.0.0.0/8'],
    },
    upstream: { url: 'https://service.example.com' },
    issuers: [{ audience: ['avatar-graphql'] }],
  });
});

test('only stale generated files are detected', async () => {
  const copy = await tempFolder();
  const parts = ['src', 'schema', 'codegen.ts', 'package.json', '.env.example'];
  for (const part of parts) await cp(part, join(copy, part), { recursive: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  await appendFile(join(copy, '.env.example'), '#FORGOTTEN=1\n');
  for (const [file, was, is] of [
    ['src/server/limits/README.md', '4,000 (`MAX_REQUESTS`)', '5,000 (`MAX_REQUESTS`)'],
    ['src/server/authentication/README.md', '| Create session tokens. |', '| Mint. |'],
    ['src/graphql/ERRORS.md', '| The content type is not supported. |', '| Unsupported. |'],
    ['src/deploy/SETTINGS.md', '| `warn` |', '| `info` |'],
  ] as const) {
    const text = await readFile(join(copy, file), 'utf8');
    expect(text).toContain(was);
    await writeFile(join(copy, file), text.replace(was, is));
  }
  const check = promisify(execFile)(process.execPath, ['--run', 'check:generated'], { cwd: copy });
  const error = await check.catch((reason) => reason);
  expect(error.code).toBe(1);
  const [, stale = ''] = error.stdout.split('The following stale files were detected:');
  // In the order in which they were generated, which differs.
  expect(stale.match(/[\w./]*\.\w+/g)?.toSorted()).toStrictEqual([
    '.env.example',
    'src/deploy/SETTINGS.md',
    'src/graphql/ERRORS.md',
    'src/server/authentication/README.md',
    'src/server/limits/README.md',
  ]);
}, 60_000);
