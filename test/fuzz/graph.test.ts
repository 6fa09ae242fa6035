import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { schema } from '../../src/graphql/schema.ts';
import { anyText, nearVariables, RUNS, RUNS_OF_EACH, TIME } from '../support/arbitraries.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { DOCUMENT, NAMES, OPERATIONS } from '../support/operations.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';
import { listen } from '../support/resources.ts';
import { tools } from '../support/sample/records.ts';
import { type Api, start } from '../support/start.ts';
import { answerProblems, bodyProblems, operationAt, parameterProblems } from './contract.ts';

/** A forwarded request and its response. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON of the request; undefined for other bodies. */
  readonly sent: unknown;
  readonly status: number;
  /** The JSON of the response; undefined if it is empty. */
  readonly answered: unknown;
}

/** Starts a proxy of the server at `url`, which records all exchanges. */
async function startRecordingProxy(url: string): Promise<{ url: string; seen: Exchange[] }> {
  const seen: Exchange[] = [];
  const forward: RequestListener = async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const bytes = await buffer(request);
    const type = headers['content-type'];
    const forwarded = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(type && { 'content-type': type }),
      },
      ...(bytes.length > 0 && { body: bytes }),
    });
    const text = await forwarded.text();
    seen.push({
      method,
      path: new URL(path, url).pathname,
      query: new URL(path, url).searchParams,
      sent: type === 'application/json' ? JSON.parse(bytes.toString()) : undefined,
      status: forwarded.status,
      answered: text === '' ? undefined : JSON.parse(text),
    });
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(text);
  };
  return { url: await listen(forward), seen };
}

const operations = parse(DOCUMENT).definitions.filter(
  (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
);

/** Creates mostly valid variables of an operation. */
function createVariables(name: string): fc.Arbitrary<object> {
  const operation = operations.find((node) => node.name?.value === name);
  return fc.record(nearVariables(schema, operation));
}

/** Whether the variables use a field for what the contract does not know: `extra` sends other keys. The service decides which models it has. */
const isBeyondContract = (variables: object) =>
  /"(?:extra|avatarModel)":/.test(JSON.stringify(variables));

const CODES = new Set(Object.keys(ERROR_CODES).filter((code) => code !== 'INTERNAL'));

async function expectKnownErrors({ runNamed }: Api, name: string, variables: object) {
  const { status, data, errors } = await runNamed(name, { variables });
  expect([200, 400]).toContain(status);
  for (const { message, extensions } of errors ?? []) {
    expect(CODES).toContain(extensions.code);
    expect(message).not.toBe('');
    expect(extensions.requestId).toMatch(/./);
  }
  expect(errors === undefined && data === undefined).toBe(false);
}

const findProblems = (exchange: Exchange, isBeyond: boolean) => {
  const { method, path, query, sent, status, answered } = exchange;
  const operationId = operationAt(method, path) ?? `${method} ${path}`;
  return [
    ...parameterProblems(operationId, query),
    ...(isBeyond || sent === undefined ? [] : bodyProblems(operationId, sent)),
    ...answerProblems(operationId, status, answered),
  ];
};

/** Starts the API before the built-in service, and records what they exchange. */
async function startRecorded() {
  const service = await startAvatarService({ seeded: true });
  const proxy = await startRecordingProxy(service.url);
  const upstream = { url: proxy.url, key: service.keys.pro };
  return { proxy, facade: await start({ upstream, extensions: 'all' }) };
}

/** The one of all operations that delete nothing that others read. */
const shared = await startRecorded();

test.each(NAMES)(
  '%s returns known errors for any variables',
  async (name) => {
    const { proxy, facade } = /^(Delete|Erase|Stop)/.test(name) ? await startRecorded() : shared;
    const known = fc.constantFrom(...tools.map(({ id }) => id));
    const variables = fc
      .tuple(createVariables(name), fc.option(known))
      .map(([all, id]) => ('id' in all && id !== null ? { ...all, id } : all));
    await fc.assert(
      fc.asyncProperty(variables, async (given) => {
        proxy.seen.length = 0;
        await expectKnownErrors(facade, name, given);
        const isBeyond = isBeyondContract(given);
        const problems = proxy.seen.flatMap((exchange) => findProblems(exchange, isBeyond));
        expect(problems).toStrictEqual([]);
      }),
      { numRuns: RUNS_OF_EACH },
    );
  },
  TIME,
);

const anyStatus = fc.constantFrom(
  ...['200 OK', '201 Created', '204 No Content', '206 Partial Content', '301 Moved', '400 Bad'],
  ...['401 No', '403 No', '404 No', '409 No', '413 No', '415 No', '418 Tea', '422 No', '429 No'],
  ...['500 Oops', '503 Away', '599 What'],
);

const KEYS =
  'id name avatarId avatar brain createdAt sessionToken data meta error message details reason config availableVersions imageUrl voice tools toolIds urls secret'.split(
    ' ',
  );

/** A record, a list or an error with any values in its fields. */
const anyBody = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  anyText.map((text) => text.toWellFormed()),
  fc
    .record(Object.fromEntries(KEYS.map((key) => [key, fc.oneof(fc.string(), fc.jsonValue())])), {
      requiredKeys: ['id'],
    })
    .map((record) => JSON.stringify(record)),
);

test(
  'every operation returns data or known errors for any response of the upstream',
  async () => {
    const next: { status: string; body: string } = { status: '200 OK', body: '' };
    const upstream = await startRawUpstream(() =>
      formatResponse(next.status, next.status.startsWith('204') ? '' : next.body),
    );
    const facade = await start({
      upstream,
      client: { retries: 0, circuitBreaker: false, extensions: EXTENSIONS },
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...OPERATIONS),
        anyStatus,
        anyBody,
        async (operation, status, body) => {
          Object.assign(next, { status, body });
          const { status: httpStatus, errors } = await facade.runNamed(operation.name, operation);
          expect(httpStatus).toBe(200);
          for (const { extensions } of errors ?? []) expect(CODES).toContain(extensions.code);
        },
      ),
      { numRuns: RUNS * 3 },
    );
  },
  3 * TIME,
);
