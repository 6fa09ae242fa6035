import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { api, EXTENSIONS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/resource.ts';
import { schema } from '../../src/graphql/schema.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { start } from '../support/start.ts';
import { getRootField, runField } from './root-fields.ts';

/** Endpoints that fields of a session call. */
const PARTS = ['transcriptOfSession', 'recordingOfSession', 'analyticsOfSession'];

const extensions = Object.entries<Endpoint>(api).filter(
  ([name, { extension }]) => extension && !PARTS.includes(name),
);

/** Fields that work without the extension, by other endpoints. */
const WITH_FALLBACK = ['persona', 'llm', 'llms'];

/** Extensions without a root field, which fields of records call. */
const OF_RECORDS = ['searchKnowledge', 'knowledgeDocuments', 'knowledgeDownload'];

test('every extension of the contract has a root field of its name', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter(isObjectType);
  const fields = roots.flatMap((type) => Object.keys(type.getFields()));
  expect(extensions.map(([name]) => name).filter((name) => !fields.includes(name))).toStrictEqual(
    OF_RECORDS,
  );
  expect(extensions.length).toBeGreaterThan(15);
});

test.each(extensions.filter(([name]) => ![...WITH_FALLBACK, ...OF_RECORDS].includes(name)))(
  '%s fails with all other extensions, without a call, and makes it with its own',
  async (name, { extension, method }) => {
    const field = getRootField(name);
    const upstream = await fakeService(reply(200, ANSWER));
    const isOwn = (each: string) => each === extension;
    const others = EXTENSIONS.filter((each) => !isOwn(each));
    const { errors } = await runField(await start({ upstream, extensions: others }), field);
    expect(errors).toMatchObject([
      {
        path: [name],
        message: `The service behind this API does not offer this (${extension}). Leave it out, or ask the operator of the API whether the service has it.`,
        extensions: { code: 'NOT_SUPPORTED' },
      },
    ]);
    expect(upstream.calls).toStrictEqual([]);
    const own = await runField(
      await start({ upstream, extensions: EXTENSIONS.filter(isOwn) }),
      field,
    );
    expect(own.errors).toBeUndefined();
    expect(upstream.calls[0]?.split(' ')[0]).toBe(method);
  },
);

const PAGE = {
  data: [
    { id: 'p1', name: 'Ada', voiceId: 'v1' },
    { id: 'p2', name: 'Ben', voice: { id: 'v2', displayName: 'Wren' } },
    { id: 'p3', name: 'Cleo' },
  ],
  meta: { total: 3 },
};

test('without the voices extension, only voices that are not embedded are missing', async () => {
  const { run, upstream } = await start({ upstream: reply(200, PAGE) });
  const { data, errors } = await run(
    '{ personas { totalCount nodes { name voice { displayName } } } }',
  );
  expect(data).toStrictEqual({
    personas: {
      totalCount: 3,
      nodes: [
        { name: 'Ada', voice: null },
        { name: 'Ben', voice: { displayName: 'Wren' } },
        { name: 'Cleo', voice: null },
      ],
    },
  });
  expect(errors).toMatchObject([
    { path: ['personas', 'nodes', 0, 'voice'], extensions: { code: 'NOT_SUPPORTED' } },
  ]);
  expect(upstream.calls).toHaveLength(1);
});
