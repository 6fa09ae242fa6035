import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { start } from '../support/start.ts';

const FILES = ['src/deploy/grafana-dashboard.json', 'src/deploy/alerts.yaml'];

test.each(FILES)('%s uses only metrics that the program exposes', async (path) => {
  const { url } = await start({ settings: {} });
  const text = await (await fetch(`${url}/metrics`)).text();
  const declared = [...text.matchAll(/^# TYPE (avatar_\w+)/gm)].map(([, name = '']) => name);
  // Of several workers.
  declared.push('avatar_graphql_worker_restarts_total');
  const used = [...readFileSync(path, 'utf8').matchAll(/\bavatar_[a-z_]+/g)].map(([name]) => name);
  expect(used.length).toBeGreaterThan(10);
  const isDeclared = (name: string) =>
    declared.includes(name) || declared.includes(name.replace(/_(bucket|sum|count)$/, ''));
  expect(used.filter((name) => !isDeclared(name))).toStrictEqual([]);
});

test.each(FILES)('the error codes in the expressions of %s exist', (path) => {
  const patterns = [...readFileSync(path, 'utf8').matchAll(/\bcode!?=~?\\?"([\w|.*+]*)/g)].flatMap(
    ([, codes = '']) => codes.split('|'),
  );
  for (const pattern of patterns.filter(Boolean))
    expect(Object.keys(ERROR_CODES).join('\n'), pattern).toMatch(new RegExp(`^${pattern}$`, 'm'));
});
