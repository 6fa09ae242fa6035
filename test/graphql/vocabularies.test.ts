import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { readTable } from '../support/tables.ts';
import { expectData } from './expectations.ts';

const extended = { client: { extensions: EXTENSIONS } };

/** A query of a field, the path of its value in the upstream's response, a value and its name in the graph. */
const FIELDS = readTable(`
  meetingInvite(id: "x") { region } | region | us-east | US_EAST
  shareLink(id: "x") { type } | type | ORB_EMBED | ORB_EMBED
  tool(id: "x") { config { system { action } } } | config.action | interrupt | INTERRUPT
  avatar(id: "x") { renderStyle } | renderStyle | animated_3d | ANIMATED_3D
  session(id: "x") { toolCalls { toolType status } } | toolCalls.0.toolType | server | SERVER
  session(id: "x") { transcript { messages { role } } } | messages.0.role | persona | PERSONA
  sessionStatistics { slowestTurns { metric } } | slowestTurns.0.metric | ttsTimeToFirstAudioSeconds | TTS_TIME_TO_FIRST_AUDIO_SECONDS
`).map(([query = '', path = '', value = '', name = '']) => [query, path, value, name] as const);

/** Creates the response with a value at a path. */
const nest = (path: string, value: unknown): unknown => {
  const [head = '', ...tail] = path.split('.');
  if (path === '') return value;
  const inner = nest(tail.join('.'), value);
  return head === '0' ? [{ sessionId: 'x', ...Object(inner) }] : { [head]: inner };
};

/** Returns the only value in the data that is no object. */
const findLeaf = (data: unknown, key: string): unknown => {
  if (typeof data !== 'object' || data === null) return undefined;
  if (key in data) return Reflect.get(data, key);
  return Object.values(data)
    .map((value) => findLeaf(value, key))
    .find((value) => value !== undefined);
};

test.each(FIELDS)('%s with %s %j is %s, and null if it is not known', async (...row) => {
  const [query, path, value, name] = row;
  // Decides which configuration a tool has.
  const type = query.includes('system') ? 'SYSTEM' : 'SERVER_WEBHOOK';
  let sent = value;
  const upstream = await fakeService((_, response) => {
    const record = { id: 'x', sessionId: 'x', sessionCount: 1, type };
    sendJson(response, 200, { ...record, ...Object(nest(path, sent)) });
  });
  const { run } = await start({ upstream, ...extended });
  const read = async () =>
    findLeaf(await expectData(run(`{ ${query} }`)), path.split('.').at(-1) ?? '');
  expect(await read()).toBe(name);
  sent = 'a_newer_value';
  expect(await read()).toBeNull();
});
