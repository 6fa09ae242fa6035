import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { type Sample, scrape } from '../support/exposition.ts';
import { startProgram } from '../support/program.ts';
import { seedImage } from '../support/seeds.ts';
import { avatarOf } from '../support/upload.ts';

/** The first test starts four processes. */
vi.setConfig({ testTimeout: 60_000 });

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string().min(1),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});
const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Avatar\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});

const dashboard = Dashboard.parse(
  JSON.parse(readFileSync('src/deploy/grafana-dashboard.json', 'utf8')),
);
const { groups } = Rules.parse(parse(readFileSync('src/deploy/alerts.yaml', 'utf8')));
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [`panel "${title}"`, expr]),
  ),
  ...groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr }): [string, string] => [`alert ${alert}`, expr]),
  ),
];

/** Labels that Prometheus itself gives to what it scrapes. */
const OF_PROMETHEUS = ['job', 'instance'];

interface Selector {
  readonly metric: string;
  readonly matchers: { readonly label: string; readonly text: string }[];
}

/** The metrics that an expression selects, and the labels by which it groups; throws where Prometheus would not read it. */
function readExpression(expr: string) {
  // Grafana puts an interval in before Prometheus sees the expression.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (name === '⚠') throw new Error(`It cannot be read at ${text.slice(from - 20, to + 20)}.`);
      if (name === 'VectorSelector') {
        const metric = node.getChild('Identifier');
        selectors.push({ metric: metric ? text.slice(metric.from, metric.to) : '', matchers: [] });
      }
      if (name.endsWith('LabelMatcher')) {
        const matcher = text.slice(from, to);
        const label = /^\w+/.exec(matcher)?.[0] ?? '';
        selectors.at(-1)?.matchers.push({ label, text: matcher });
      }
      if (name === 'GroupingLabels') {
        grouped.push(...[...text.slice(from, to).matchAll(/\w+/g)].map(([label]) => label));
      }
    },
  });
  return { selectors, grouped };
}

let exposed: Promise<Sample[]> | undefined;

/** What a program exposes that has done a little of everything. */
async function exposure(): Promise<Sample[]> {
  const [{ ask, url }, away, several] = await Promise.all([
    startProgram(),
    startProgram({
      UPSTREAM_URL: 'http://127.0.0.1:1',
      REDIS_URL: 'redis://:password@127.0.0.1:1',
      RATE_LIMIT: '100',
    }),
    startProgram({}, ['start', '--workers', '2']),
  ]);
  await ask('query People { personas(perPage: 20) { items { avatar { id } } } }');
  const { data } = await ask('{ personas(perPage: 1) { items { id } } }');
  const mint = `mutation ($id: ID!) {
    createSessionToken(input: { personaConfig: { personaId: $id }, verify: true }) { type }
  }`;
  for (const _ of [1, 2]) await ask(mint, { id: data.personas.items[0].id });
  const body = avatarOf(seedImage('png'));
  await fetch(`${url}/graphql`, { method: 'POST', body });
  await away.ask('{ personas { total } }');
  return (await Promise.all([url, away.url, several.url].map((each) => scrape(each)))).flat();
}

test.each(expressions)('%s asks only for metrics and labels that are exposed', async (_, expr) => {
  exposed ??= exposure();
  const samples = await exposed;
  const { selectors, grouped } = readExpression(expr);
  expect(selectors).not.toHaveLength(0);
  const labelsOf = (metric: string) =>
    samples.filter(({ name }) => name === metric).flatMap(({ labels }) => Object.keys(labels));
  for (const { metric, matchers } of selectors) {
    expect(samples.map(({ name }) => name)).toContain(metric);
    const known = [...labelsOf(metric), ...OF_PROMETHEUS];
    for (const { label } of matchers) expect(known).toContain(label);
  }
  const anywhere = [...selectors.flatMap(({ metric }) => labelsOf(metric)), ...OF_PROMETHEUS];
  for (const label of grouped) expect(anywhere).toContain(label);
});

test('codes that expressions look for are codes that operations have', () => {
  const looked = expressions.flatMap(([, expr]) =>
    readExpression(expr).selectors.flatMap(({ matchers }) =>
      matchers.filter(({ label }) => label === 'code').map(({ text }) => text),
    ),
  );
  expect(looked.length).toBeGreaterThan(2);
  for (const matcher of looked) {
    const patterns = /"(.*)"/.exec(matcher)?.[1]?.split('|') ?? [];
    for (const pattern of patterns) {
      const known = Object.keys(ERROR_CODES).some((code) => new RegExp(`^${pattern}$`).test(code));
      expect([pattern, known]).toStrictEqual([pattern, true]);
    }
  }
});

test('an expression that Prometheus would not read is not taken', () => {
  expect(() => readExpression('sum(rate(a[5m])')).toThrow(/cannot be read/);
});

test("the dashboard's panels lie side by side, each with a number of its own", () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
  expect(new Set(places).size).toBe(panels.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});
