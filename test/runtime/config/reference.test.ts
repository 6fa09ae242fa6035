import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settings } from '../../../src/deploy/build/settings.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { Settings } from '../../../src/runtime/config/settings.ts';
import { getName, listSettings } from '../../../src/shared/settings/setting.ts';

const all = settings.flatMap(([, group]) => group);

const example = Object.fromEntries(
  [...(await readFile('.env.example', 'utf8')).matchAll(/^#(\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);

test('the reference documents every setting, and .env.example those that are most used', async () => {
  const names = listSettings(Settings).map(getName).sort();
  expect(all.map(({ name }) => name).sort()).toStrictEqual(names);
  const common = all.filter((setting) => setting.common).map(({ name }) => name);
  expect(Object.keys(example).sort()).toStrictEqual(common.sort());
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

test('the values of .env.example are a valid configuration', () => {
  const { upstream } = readConfig({ ...example, UPSTREAM_API_KEY: 'key' });
  expect(upstream?.url).toBe(example.UPSTREAM_URL);
});
