import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as models from 'kubernetes-models';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { Settings } from '../../src/runtime/config/settings.ts';
import { getName, listSettings } from '../../src/shared/settings/setting.ts';
import { start } from '../support/start.ts';

const read = (name: string) => readFile(`src/deploy/${name}`, 'utf8');

const settings = listSettings(Settings).map(getName);

const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() });

/** Returns the class that validates a kind such as apps/v1 Deployment, generated from the schemas of Kubernetes. */
function getModel({ apiVersion, kind }: z.output<typeof Manifest>) {
  const { apps, policy, autoscaling, v1 } = { ...models, apps: models.apps };
  const groups: Record<string, object> = {
    v1,
    'apps/v1': apps.v1,
    'policy/v1': policy.v1,
    'autoscaling/v2': autoscaling.v2,
  };
  return Reflect.get(groups[apiVersion] ?? {}, kind);
}

const manifests = parseAllDocuments(await read('kubernetes.yaml')).map((document) =>
  Manifest.parse(document.toJS()),
);

test.each(manifests)('the $kind is valid by the schema of Kubernetes', (manifest) => {
  const Model = getModel(manifest);
  expect(() => new Model(manifest).validate()).not.toThrow();
  expect(() => new Model({ ...manifest, spec: 1, data: 1 }).validate()).toThrow();
});

test('the manifests use existing settings and this version', async () => {
  const configMap = manifests.find(({ kind }) => kind === 'ConfigMap');
  const names = Object.keys(z.record(z.string(), z.string()).parse(configMap?.data));
  expect(names.filter((name) => !settings.includes(name))).toStrictEqual([]);
  expect(await read('kubernetes.yaml')).toContain(`avatar-graphql:${packageJson.version}\n`);
});

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.string().optional(),
      environment: z.record(z.string(), z.string()),
      depends_on: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

test('the compose file uses existing settings', async () => {
  const { services } = Compose.parse(parse(await read('compose.yaml')));
  const built = Object.values(services).filter(({ build }) => build);
  expect(built).toHaveLength(2);
  for (const { environment, depends_on } of built) {
    expect(Object.keys(environment).filter((name) => !settings.includes(name))).toStrictEqual([]);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
  }
});

test('the systemd unit is valid, if systemd-analyze is installed', async ({ skip }) => {
  const words = ['verify', 'src/deploy/avatar-graphql.service'];
  const verify = promisify(execFile)('systemd-analyze', words);
  const { stderr } = await verify.catch((error: { code: unknown; stderr: string }) => {
    if (error.code === 'ENOENT') skip('systemd-analyze is not installed');
    return error;
  });
  // The package is not installed on this machine.
  expect(stderr.replace(/^.*is not executable: No such file or directory\n/gm, '')).toBe('');
});

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
