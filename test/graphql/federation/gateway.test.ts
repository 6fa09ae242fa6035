// @module-tag slow
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIVE, LIVE_KEY, startLiveService } from '../../support/live-service.ts';
import { start } from '../../support/start.ts';
import { APPOINTMENTS, COMPOSERS, startAppointmentsSubgraph, startGateway } from './gateway.ts';

const SUBGRAPH = readFileSync('schema/subgraph.graphql', 'utf8');

/** Starts this API and the appointments subgraph behind a gateway. Returns a function that queries the gateway. */
async function startSupergraph(compose: (typeof COMPOSERS)['hive']) {
  const upstream = await startLiveService();
  const api = await start({ upstream, federation: true, extensions: 'all' });
  const appointments = await startAppointmentsSubgraph((index) => ({
    personaId: LIVE.persona,
    avatarId: LIVE.avatars[index % 3] ?? '',
  }));
  const gateway = await startGateway(
    [
      { name: 'avatars', url: api.url, sdl: SUBGRAPH },
      { name: 'appointments', url: appointments, sdl: APPOINTMENTS },
    ],
    compose,
  );
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${LIVE_KEY}` };
    const response = await fetch(gateway, {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers,
    });
    return JSON.parse(await response.text());
  };
  return { ask, upstream };
}

test.for(Object.entries(COMPOSERS))(
  'a gateway composed by %s resolves references of another subgraph, adds its fields, and passes errors on',
  async ([, compose]) => {
    const { ask, upstream } = await startSupergraph(compose);
    const { data, errors } = await ask(
      '{ appointments(count: 20) { id persona { name avatar { displayName } } avatar { displayName } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.appointments).toHaveLength(20);
    expect(data.appointments[1]).toStrictEqual({
      id: '1',
      persona: { name: expect.any(String), avatar: { displayName: 'Avatar 902' } },
      avatar: { displayName: 'Avatar 902' },
    });
    // One call for the persona, and one for each avatar.
    expect(new Set(upstream.calls).size).toBe(upstream.calls.length);
    expect(upstream.calls.length).toBeLessThanOrEqual(4);

    const read = await ask(
      `{ persona(id: "${LIVE.persona}") { name appointments { id avatar { displayName } } } pageInfo { hasNextPage } }`,
    );
    const appointments = [{ id: '0', avatar: { displayName: 'Avatar 901' } }];
    expect(read).toStrictEqual({
      data: {
        persona: { name: expect.any(String), appointments },
        pageInfo: { hasNextPage: false },
      },
    });
    const created = await ask(
      `mutation { createPersona(input: { name: "Ada" }) { persona { name appointments { id } } } deleteTool(id: "${LIVE.missing}") { deletedId } }`,
    );
    expect(created.data).toStrictEqual({
      createPersona: { persona: { name: 'Ada', appointments: [{ id: '0' }] } },
      deleteTool: null,
    });
    expect(created.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  },
);
