import type { JsonObject } from '../../src/contract/record.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { ANSWER, bodySchema, createSample, type JsonSchema, resolved } from '../support/openapi.ts';
import { start } from '../support/start.ts';
import { inputsOfMutations, type Place } from './null-places.ts';
import { getRootField } from './root-fields.ts';

/** The schema of a place in the body of a mutation as the contract prints it, if the body has it. */
function findPrinted(mutation: string, path: Place): JsonSchema | undefined {
  const body = bodySchema(mutation);
  return path.reduce<JsonSchema | undefined>((outer, key) => {
    const { items, properties = {} } = outer ? resolved(outer) : {};
    return typeof key === 'number' ? items : properties[key];
  }, body);
}

/** Whether an update keeps what a place omits: its fields, and those of an object whose description says so. */
const isKept = (mutation: string, path: Place) =>
  mutation.startsWith('update') &&
  (path.length === 1 ||
    /Omitted fields inside it keep/.test(
      findPrinted(mutation, path.slice(0, -1))?.description ?? '',
    ));

/** What happens to a null of an input, by the contract. */
export function findOutcome(mutation: string, path: Place): 'sent' | 'refused' | 'left out' {
  const { anyOf = [], type } = findPrinted(mutation, path) ?? {};
  const types = [type, ...anyOf.map((alternative) => alternative.type)].flat();
  if (types.includes('null')) return 'sent';
  return isKept(mutation, path) ? 'refused' : 'left out';
}

const inSession = findPrinted('createSessionToken', ['personaConfig']) ?? {};

/** A record with a value in each field of an update, but none in those of a persona with which sessions refuse it. */
const RECORD: JsonObject = Object.assign(
  {},
  ...inputsOfMutations
    .filter(({ mutation }) => mutation.startsWith('update'))
    .map(({ mutation }) => {
      const sample = Object(createSample(bodySchema(mutation) ?? {}, true));
      if (mutation !== 'updatePersona') return sample;
      const { properties = {} } = resolved(inSession);
      return Object.fromEntries(Object.entries(sample).filter(([name]) => name in properties));
    }),
  { id: 'x1' },
);

/** Starts the API with an upstream that always returns that record, and records what is written. */
export async function startRecordingApi() {
  const { bodies, ...upstream } = await fakeService(reply(200, { ...ANSWER, ...RECORD }));
  const api = await start({ upstream, extensions: 'all' });
  const write = (mutation: string, input: JsonObject) =>
    api.run(getRootField(mutation).write('{ __typename }'), { id: 'x1', input });
  return { bodies, write, calls: upstream.calls };
}
