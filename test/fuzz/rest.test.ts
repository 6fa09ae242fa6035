import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText, RUNS_OF_EACH, TIME } from '../support/arbitraries.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { seedImage, seedSample } from '../support/files.ts';
import { bodySchema, PRINTED } from '../support/openapi.ts';
import { answerProblems, bodyProblems, formSchema, nearSchema } from './contract.ts';

const read = async (response: Response) => {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
};

const wellFormed = (text: string) => text.toWellFormed();

/** Creates mostly valid paths and queries of an operation. */
const createTarget = (operationId: string) => {
  const { path = '', parameters = [] } = PRINTED.get(operationId) ?? {};
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const id = fc.oneof(
    fc.uuid(),
    anyText.filter((text) => text !== '' && !/^\.{1,2}$/.test(text)),
  );
  const pairs = fc.array(
    fc.tuple(
      fc.oneof(...query.map(({ name }) => fc.constant(name)), anyText),
      fc.oneof(anyText, fc.integer({ min: -1, max: 101 }).map(String), fc.double().map(String)),
    ),
    { maxLength: 4 },
  );
  return fc.tuple(id, pairs).map(([value, search]) => {
    const params = new URLSearchParams(search.map(([a, b]) => [wellFormed(a), wellFormed(b)]));
    return `${path.replace('{id}', encodeURIComponent(wellFormed(value)))}?${params}`;
  });
};

type Sent = { readonly body: BodyInit; readonly json?: unknown; readonly type?: string };

const createForm = (fields: readonly (readonly [string, unknown])[]): Sent => {
  const body = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof File) body.append(name, value);
    else body.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { body };
};

const image = seedImage('webp');
const sample = seedSample();
const anyFile = fc
  .tuple(fc.uint8Array({ maxLength: 200 }), anyText)
  .map(([bytes, name]) => new File([new Uint8Array(bytes)], name, { type: 'image/png' }));

const anyForm = (operationId: string) => {
  const names = Object.keys(formSchema(operationId)?.properties ?? {});
  const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), anyText) : anyText;
  const text = fc.oneof(fc.string({ minLength: 3, maxLength: 50 }), anyText);
  const file = fc.oneof(fc.constant(image), fc.constant(sample), anyFile);
  return fc.array(fc.tuple(name, fc.oneof(text, file)), { maxLength: 5 }).map(createForm);
};

const createBody = (operationId: string): fc.Arbitrary<Sent | undefined> => {
  const schema = bodySchema(operationId);
  if (!schema) return fc.constant(undefined);
  const json = fc.oneof(
    { arbitrary: nearSchema(schema), weight: 8 },
    { arbitrary: fc.jsonValue(), weight: 1 },
  );
  return fc.oneof(
    { arbitrary: json.map((value) => ({ body: JSON.stringify(value), json: value })), weight: 8 },
    { arbitrary: anyText.map((body) => ({ body: wellFormed(body) })), weight: 1 },
    {
      arbitrary: fc
        .tuple(anyText, fc.constantFrom('text/plain', 'multipart/form-data; boundary=b'))
        .map(([body, type]) => ({ body: wellFormed(body), type })),
      weight: 1,
    },
    { arbitrary: anyForm(operationId), weight: formSchema(operationId) ? 12 : 1 },
  );
};

const send = ({ ask }: RunningService, method: string, path: string, sent: Sent | undefined) => {
  const type = sent?.type ?? (sent?.body instanceof FormData ? undefined : 'application/json');
  return ask(path, {
    method,
    ...(sent && { body: sent.body }),
    ...(sent && type && { headers: { 'content-type': type } }),
  });
};

/** The service of all requests that delete nothing that others read. */
const shared = await startAvatarService({ seeded: true });

test.each([...PRINTED.keys()])(
  '%s returns responses of the printed contract for any request',
  async (operationId) => {
    const method = PRINTED.get(operationId)?.method ?? '';
    const service = method === 'DELETE' ? await startAvatarService({ seeded: true }) : shared;
    await fc.assert(
      fc.asyncProperty(createTarget(operationId), createBody(operationId), async (path, sent) => {
        const response = await send(service, method, path, sent);
        const body = await read(response);
        expect(response.status).toBeLessThan(500);
        expect(answerProblems(operationId, response.status, body)).toStrictEqual([]);
        if (response.ok && sent && 'json' in sent) {
          expect(bodyProblems(operationId, sent.json)).toStrictEqual([]);
        }
      }),
      { numRuns: RUNS_OF_EACH },
    );
    // The service still works.
    expect((await service.ask('/v1/personas')).status).toBe(200);
  },
  TIME,
);
