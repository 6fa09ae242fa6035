import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { type Sample, scrape } from '../support/exposition.ts';
import { AUTH, signJwt } from '../support/issuer.ts';
import { MINE, startPolicyUpstream } from '../support/policy-upstream.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

/** The first test starts three processes. */
vi.setConfig({ testTimeout: 60_000 });

const Dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string().min(1),
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
    targets.map(({ expr }) => [`panel "${title}"`, expr] as const),
  ),
  ...groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ),
];

/** Labels that Prometheus adds to all samples. */
const PROMETHEUS_LABELS = ['job', 'instance'];

interface Selector {
  readonly metric: string;
  readonly matchers: { readonly label: string; readonly text: string }[];
}

/** Parses the metrics that an expression selects, and the labels by which it groups. @throws Error if it is invalid. */
function readExpression(expr: string) {
  // Grafana replaces the variable before it sends the expression to Prometheus.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (name === '⚠') throw new Error(`Invalid expression at ${text.slice(from - 20, to + 20)}.`);
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

/** Starts the API with a policy, by which a caller has minted a token and was refused one. */
async function startGoverned() {
  const path = join(await tempFolder(), 'policy.yaml');
  const role =
    '{ name: user, when: {}, scopes: [tokens:mint], mint: { maxSessionLengthSeconds: 60 } }';
  await writeFile(path, `roles: [${role}]`);
  const upstream = await startPolicyUpstream();
  const settings = { UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: 'key', POLICY: path, ...AUTH };
  const { run, url } = await start({ settings: settings });
  const headers = { authorization: `Bearer ${await signJwt()}` };
  for (const seconds of [60, 61]) {
    const config = `{ personaId: "${MINE}", maxSessionLengthSeconds: ${seconds} }`;
    const mint = `mutation { createSessionToken(input: { personaConfig: ${config} }) { token { type } } }`;
    await run(mint, {}, headers);
  }
  return url;
}

const clustered = await startProgram({}, ['start', '--workers', '2']);

let exposed: Promise<Sample[]> | undefined;

/** Returns the samples of servers that have processed operations of each kind. */
async function collectSamples(): Promise<Sample[]> {
  const away = { UPSTREAM_URL: 'http://127.0.0.1:1', REDIS_URL: 'redis://:password@127.0.0.1:1' };
  const { run, url } = await start({ settings: {} });
  const unavailable = await start({
    settings: { ...away, RATE_LIMIT: '100', LOG_LEVEL: 'silent' },
  });
  const governed = await startGoverned();
  await run('query People { personas(first: 20) { nodes { avatar { id } } } }');
  const { data } = await run('{ personas(first: 1) { nodes { id } } }');
  const mint = `mutation ($id: ID!) {
    createSessionToken(input: { personaConfig: { personaId: $id }, verify: true }) { token { type } }
  }`;
  for (const _ of [1, 2]) await run(mint, { id: data.personas.nodes[0].id });
  await unavailable.run('{ personas { totalCount } }');
  const urls = [url, unavailable.url, clustered.url, governed];
  return (await Promise.all(urls.map((each) => scrape(each)))).flat();
}

test.each(expressions)(
  '%s uses only metrics and labels that the program exposes',
  async (_, expr) => {
    exposed ??= collectSamples();
    const samples = await exposed;
    const { selectors, grouped } = readExpression(expr);
    expect(selectors).not.toHaveLength(0);
    const labelsOf = (metric: string) =>
      samples.filter(({ name }) => name === metric).flatMap(({ labels }) => Object.keys(labels));
    for (const { metric, matchers } of selectors) {
      expect(samples.map(({ name }) => name)).toContain(metric);
      const known = [...labelsOf(metric), ...PROMETHEUS_LABELS];
      for (const { label } of matchers) expect(known).toContain(label);
    }
    const anywhere = [...selectors.flatMap(({ metric }) => labelsOf(metric)), ...PROMETHEUS_LABELS];
    for (const label of grouped) expect(anywhere).toContain(label);
  },
);

test('every metric of the program has a panel', async () => {
  const text = await (await fetch(`${clustered.url}/metrics`)).text();
  const metrics = [...text.matchAll(/^# TYPE (avatar_\w+)/gm)].map(([, name = '']) => name);
  expect(metrics.length).toBeGreaterThan(15);
  const shown = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric)),
  );
  const bases = shown.map((metric) => metric.replace(/_(?:bucket|sum|count)$/, ''));
  expect(metrics.filter((name) => ![...shown, ...bases].includes(name))).toStrictEqual([]);
});

test('the error codes in expressions exist', () => {
  const patterns = expressions
    .flatMap(([, expr]) => readExpression(expr).selectors.flatMap(({ matchers }) => matchers))
    .filter(({ label }) => label === 'code')
    .flatMap(({ text }) => /"(.*)"/.exec(text)?.[1]?.split('|') ?? []);
  expect(patterns.length).toBeGreaterThan(2);
  for (const pattern of patterns) {
    const isKnown = Object.keys(ERROR_CODES).some((code) => new RegExp(`^${pattern}$`).test(code));
    expect(isKnown, pattern).toBe(true);
  }
});
