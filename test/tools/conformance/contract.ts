import assert from 'node:assert/strict';
import openapi from '../../../schema/openapi.json' with { type: 'json' };
import { seedImage, seedSample } from '../../support/files.ts';
import {
  ask,
  assumed,
  at,
  type Check,
  EXTENSIONS,
  type Extension,
  expectDenied,
  expectObject,
  expectStatus,
  expectSuccess,
  inExtension,
  must,
  PATHS,
  request,
  requireOption,
  type Sent,
  Skipped,
  type Target,
} from './check.ts';

/** An operation of the contract. */
interface Operation {
  readonly operationId: string;
  readonly line: string;
  readonly parameters: readonly string[];
  /** The extension that it belongs to; none if the specification lists it. */
  readonly extension: Extension | undefined;
  /** The fields that each of its responses has. */
  readonly required: readonly string[];
}

/** Returns the schema that a reference names, or the schema itself. */
const resolve = (schema: unknown): unknown =>
  at(openapi.components.schemas, String(at(schema, '$ref')).split('/').at(-1) ?? '') ?? schema;

const OPERATIONS: readonly Operation[] = Object.entries<object>(openapi.paths).flatMap(
  ([path, methods]) =>
    Object.entries<Record<string, unknown>>({ ...methods }).map(([method, operation]) => ({
      operationId: String(operation.operationId),
      line: `${method.toUpperCase()} ${path}`,
      parameters: [operation.parameters ?? []].flat().map((each) => String(at(each, 'name'))),
      extension: EXTENSIONS.find((name) => name === operation['x-extension']),
      required: [
        at(
          resolve(at(operation, 'responses', '200', 'content', 'application/json', 'schema')),
          'required',
        ) ?? [],
      ]
        .flat()
        .map(String),
    })),
);

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** A request that creates a record; its name, if it has one, is unique. */
type Creation = (name: string, target: Target) => Sent;

/** What the contract does not say of a resource: valid values, and fields that an update changes. */
const VALUES: Partial<Record<Extension, { readonly create: Creation; readonly update?: object }>> =
  {
    personas: {
      create: (name) => ({ json: { name } }),
      update: { description: 'Changed by a check.', skipGreeting: true },
    },
    avatars: {
      create: (displayName) => ({ form: { displayName, imageFile: seedImage('png') } }),
      update: { displayName: 'Conformance, renamed' },
    },
    tools: {
      create: (name) => ({
        json: { name, description: 'Created by a check.', type: 'CLIENT', config: {} },
      }),
      update: { description: 'Changed by a check.' },
    },
    voices: {
      create: (name) => ({ form: { name, audioFile: seedSample() } }),
      update: { displayName: 'Conformance, renamed' },
    },
    llms: {
      create: (displayName) => ({
        json: {
          displayName,
          llmFormat: 'openai',
          urls: [{ url: 'https://llm.example.com/v1', region: 'eu' }],
          modelName: 'some-model',
          secret: 'conformance-secret-1f6c0a',
        },
      }),
      update: { displayName: 'Conformance, renamed', modelName: 'another-model' },
    },
    'share-links': {
      create: (_, target) => ({
        json: { personaId: requireOption(target, 'personaId'), usageLimit: 3 },
      }),
      update: { usageLimit: 5 },
    },
    // In the future, so that no persona joins.
    meetings: {
      create: (_, target) => ({
        json: {
          personaId: requireOption(target, 'personaId'),
          meetingUrl: 'https://meet.google.com/abc-defg-hij',
          joinAt: '2099-01-01T00:00:00Z',
        },
      }),
    },
    knowledge: {
      create: (name) => ({ json: { name } }),
      update: { description: 'Changed by a check.' },
    },
  };

/** Reads a page of a list, or a list without pages. A 404 is read as an empty list. */
export async function readList(target: Target, path: string, query: Record<string, string> = {}) {
  const answer = await ask(target, `GET ${path}?${new URLSearchParams(query)}`);
  if (answer.status === 404) return { items: [], meta: {} };
  const body = expectObject(answer);
  const data = Array.isArray(body) ? body : at(body, 'data');
  assert.ok(Array.isArray(data), 'The response has no array data.');
  const items: readonly unknown[] = data;
  return { items, meta: at(body, 'meta') };
}

const listIds = async (...list: Parameters<typeof readList>) =>
  (await readList(...list)).items.map((item) => at(item, 'id'));

interface Created {
  readonly path: string;
  readonly id: string;
  readonly body: unknown;
}

/** Creates a record at the path of a list, runs `work` with it, and always deletes it. */
export async function withCreated(
  target: Target,
  list: string,
  creation: Sent,
  work: (created: Created) => Promise<void>,
): Promise<void> {
  const body = expectObject(await ask(target, `POST ${list}`, creation));
  const id = at(body, 'id');
  assert.ok(typeof id === 'string' && id !== '', 'The created record has no id.');
  const path = `${list}/${id}`;
  try {
    await work({ path, id, body });
  } finally {
    await ask(target, `DELETE ${path}`);
  }
}

/** Creates a record of an extension with a unique name, like `withCreated`. */
export async function withNew(
  target: Target,
  extension: Extension,
  work: (created: Created & { readonly name: string; readonly creation: Sent }) => Promise<void>,
): Promise<void> {
  const name = `conformance-${crypto.randomUUID().slice(0, 8)}`;
  const creation = VALUES[extension]?.create(name, target) ?? {};
  await withCreated(target, PATHS[extension], creation, (created) =>
    work({ ...created, name, creation }),
  );
}

/** Checks of the operations that create, list, update and delete the records of an extension. */
function checkResource(extension: Extension): readonly Check[] {
  const path = PATHS[extension];
  const find = (method: string, rest = '') =>
    OPERATIONS.find(({ line }) => line === `${method} ${path}${rest}`);
  const [create, list] = [find('POST'), find('GET')];
  const [get, put, remove] = ['GET', 'PUT', 'DELETE'].map((method) => find(method, '/{id}'));
  const isNamed = list?.parameters.includes('search') && !list.parameters.includes('personaId');
  const { update = {} } = VALUES[extension] ?? {};
  const check = (operation: Operation | undefined, name: string, run: Check['run']): Check[] =>
    operation ? [inExtension(`${extension}.extension.${operation.operationId}`, name, run)] : [];
  const shows = (body: unknown, sent: object) => {
    for (const [field, value] of Object.entries(sent)) assert.deepEqual(at(body, field), value);
  };
  return [
    ...check(create, 'a record is created, and found by its id', (target) =>
      withNew(target, extension, async (created) => {
        const found = expectObject(await ask(target, `GET ${created.path}`));
        assert.equal(at(found, 'id'), created.id);
        if (isNamed) {
          for (const body of [created.body, found])
            assert.equal(at(body, 'displayName') ?? at(body, 'name'), created.name);
        }
      }),
    ),
    ...check(list, 'records are listed, and found by a part of the name', (target) =>
      withNew(target, extension, async ({ id, name }) => {
        if (!isNamed) return assert.ok((await listIds(target, path)).includes(id));
        const first = await readList(target, path, { page: '1', perPage: '1' });
        assert.equal(first.items.length, 1);
        assert.deepEqual(await listIds(target, path, { search: name.slice(2) }), [id]);
        assert.deepEqual(await listIds(target, path, { search: `${name} not` }), []);
      }),
    ),
    ...check(put, 'an update changes only its own fields', (target) =>
      withNew(target, extension, async (created) => {
        const before = expectObject(await ask(target, `GET ${created.path}`));
        shows(expectObject(await ask(target, `PUT ${created.path}`, { json: update })), update);
        const after = expectObject(await ask(target, `GET ${created.path}`));
        shows(after, update);
        const kept = ['name', 'displayName'].filter((field) => !(field in update));
        for (const field of kept) assert.equal(at(after, field), at(before, field));
      }),
    ),
    ...check(remove, 'a deleted record is not found, and not listed', (target) =>
      withNew(target, extension, async ({ path: own, id }) => {
        expectSuccess(await ask(target, `DELETE ${own}`));
        // An invite stays, and is cancelled.
        if (remove?.operationId.startsWith('cancel')) {
          expectSuccess(await ask(target, `DELETE ${own}`));
          assert.equal(at(expectObject(await ask(target, `GET ${own}`)), 'status'), 'cancelled');
          return;
        }
        expectDenied(await ask(target, `GET ${own}`));
        assert.ok(!(await listIds(target, path)).includes(id));
      }),
    ),
    ...[get, put, remove].flatMap((operation) => {
      if (!operation) return [];
      const [method] = operation.line.split(' ');
      return request(
        assumed,
        [`${extension}.extension.unknown.${method}`, `${method} of an unknown id is 404`],
        operation.line.replace('{id}', UNKNOWN),
        expectStatus(404),
        () => (method === 'PUT' ? { json: update } : {}),
      );
    }),
    ...(list?.parameters.includes('perPage') ? [0, 101] : []).map((perPage) =>
      request(
        assumed,
        [`${extension}.extension.per-page.${perPage}`, `perPage cannot be ${perPage}`],
        `GET ${path}?perPage=${perPage}`,
        expectStatus(400),
      ),
    ),
  ];
}

/** Finds a session of the service. @throws Skipped if it has none. */
export async function findSession(target: Target): Promise<{ id: string }> {
  const [body] = (await readList(target, '/v1/sessions', { perPage: '1' })).items;
  if (body === undefined) throw new Skipped('the service has no sessions');
  return { id: String(at(body, 'id')) };
}

/** Checks that what can be read of sessions has the fields that the contract requires; parts may not exist yet. */
const sessionChecks: readonly Check[] = OPERATIONS.filter(
  ({ line }) => /^GET \/v1\/sessions\/[^/]+(?:\/|$)/.test(line) && !line.endsWith('{id}'),
).map(({ operationId, line, required }) =>
  inExtension(
    `sessions.extension.${operationId}`,
    `the response has ${required.join()}, or a part does not exist`,
    async (target) => {
      const isPart = line.includes('{id}');
      const id = isPart ? (await findSession(target)).id : '';
      const answer = await ask(target, line.replace('{id}', id));
      if (isPart && answer.status === 404) return;
      const body = expectObject(answer);
      for (const field of required) assert.notEqual(at(body, field), undefined, field);
    },
  ),
);

/** What follows from the contract. */
export const contractChecks: readonly Check[] = [
  ...EXTENSIONS.filter((name) => name in VALUES).flatMap(checkResource),
  ...sessionChecks,
];

/** The option of the target that has the id of a path. */
const OWN_IDS: Readonly<Record<string, string>> = {
  personas: 'personaId',
  avatars: 'avatarId',
  tools: 'toolId',
};

/** A request without a key is denied by each operation. Those of the specification are called with an id that exists. */
export const keyChecks: readonly Check[] = OPERATIONS.map(({ operationId, line, extension }) => {
  const [, , resource = ''] = line.split('/');
  const id = extension
    ? `${extension}.extension.key.${operationId}`
    : `authentication.${operationId}`;
  const name = `${line} is denied without an Authorization header`;
  return (extension ? inExtension : must)(id, name, async (target) => {
    const option = OWN_IDS[resource];
    const isOwn = option && !extension && line.includes('{id}');
    const own = isOwn ? requireOption(target, option) : UNKNOWN;
    const json = line.startsWith('P') ? { json: {} } : {};
    expectDenied(await ask(target, line.replace('{id}', own), { key: null, ...json }));
  });
});
