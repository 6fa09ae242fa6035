import { expect, test } from 'vitest';
import { findSuspiciousSettings } from '../../../src/runtime/config/suspicious-settings.ts';
import { readSampling } from '../../../src/runtime/telemetry/sampler.ts';
import { startCollector } from '../../support/collector.ts';
import { start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

/** Traces by their first eight bytes, which ratios do not look at, and their last, which they do. */
const LOW = '0af7651916cd43dd0000000000000001';
const HIGH = '0af7651916cd43ddffffffffffffff01';
const PARENT = 'b7ad6b7169203331';

const requests = {
  'without a trace': undefined,
  'of a recorded trace': `00-${HIGH}-${PARENT}-01`,
  'of a trace that is not recorded': `00-${LOW}-${PARENT}-00`,
};

/** Starts the API with a collector of its traces. */
async function startSampled(settings: Record<string, string>) {
  const collector = await startCollector();
  const upstream = await startUpstreamWithResponse(200, { id: 'a' });
  const exporter = { UPSTREAM_URL: upstream.url, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  return { ...(await start({ settings: { ...exporter, ...settings } })), collector };
}

const ALL = Object.keys(requests);
const [NEW, RECORDED] = ALL;

test.each<[string | undefined, (string | undefined)[]]>([
  [undefined, [NEW, RECORDED]],
  ['always_on', ALL],
  ['parentbased_always_off', [RECORDED]],
])('OTEL_TRACES_SAMPLER=%s records requests %j', async (sampler, recorded) => {
  const { run, close, collector } = await startSampled(
    sampler === undefined ? {} : { OTEL_TRACES_SAMPLER: sampler },
  );
  for (const [index, traceparent] of Object.values(requests).entries()) {
    const document = `query Request${index} { tool(id: "a") { id } }`;
    await run(document, {}, traceparent === undefined ? {} : { traceparent });
  }
  await close(0);
  const names = collector.spans.map(({ name }) => name).filter((name) => name.startsWith('query'));
  expect(names.sort()).toStrictEqual(
    ALL.flatMap((name, index) => (recorded.includes(name) ? [`query Request${index}`] : [])),
  );
});

test('a ratio records some of many traces', async () => {
  const { run, close, collector } = await startSampled({
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '.5',
  });
  for (let count = 0; count < 100; count += 1) await run('query Some { tool(id: "a") { id } }');
  await close(0);
  const recorded = collector.spans.filter(({ name }) => name === 'query Some').length;
  // Outside of this range once in ten thousand million runs.
  expect(recorded).toBeGreaterThan(18);
  expect(recorded).toBeLessThan(82);
});

test.each<[string, string, object, warnings: number]>([
  ['jaeger_remote', 'endpoint=http://127.0.0.1', { root: 'always_on', isParentBased: true }, 1],
  ['', '', { root: 'always_on', isParentBased: true }, 0],
  ['parentbased_always_on', '', { root: 'always_on', isParentBased: true }, 0],
  [' Always_OFF ', '0.5', { root: 'always_off', isParentBased: false }, 0],
  ['traceidratio', '-1', { root: 'traceidratio', isParentBased: false, ratio: 1 }, 1],
  ['traceidratio', 'half', { ratio: 1 }, 1],
  ['traceidratio', '1.5', { ratio: 1 }, 1],
  ['parentbased_traceidratio', 'NaN', { isParentBased: true, ratio: 1 }, 1],
  ['parentbased_traceidratio', '0.25', { root: 'traceidratio', ratio: 0.25 }, 0],
  ['traceidratio', '0', { ratio: 0 }, 0],
  ['traceidratio', '1.0', { ratio: 1 }, 0],
  ['traceidratio', '1e-3', { ratio: 0.001 }, 0],
  ['TRACEIDRATIO', '', { root: 'traceidratio', ratio: 1 }, 0],
])(
  'OTEL_TRACES_SAMPLER=%s with the argument %s is read as %j, with %i warnings',
  (sampler, samplerArgument, expected, warnings) => {
    expect(readSampling({ sampler, samplerArgument })).toMatchObject(expected);
    const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: samplerArgument };
    expect(findSuspiciousSettings(env)).toHaveLength(warnings);
  },
);
