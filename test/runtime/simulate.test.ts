import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { personas, tools } from '../../src/avatar-service/seed/seed-data.ts';
import { runCommand } from '../support/command.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';

const MINT = `mutation ($personaConfig: PersonaConfigInput!) {
  createSessionToken(input: { clientLabel: "simulated", personaConfig: $personaConfig }) { token { sessionToken } }
}`;

const SESSION = `query ($id: ID!) {
  session(id: $id) {
    isLive exitStatus clientLabel clientMetadata durationSeconds recordingUrl
    toolCalls { toolName toolType toolSubtype status arguments result documentsAccessed }
    transcript { messages { role message } }
    analytics { summary { turnCount averageLatencies { firstAudioLatencySeconds } } }
  }
}`;

const SEARCH = tools.find(({ name }) => name === 'search_handbook')?.id;
const LEO = personas.find(({ name }) => name.startsWith('Leo'));
const mint = async (personaConfig: object): Promise<string> =>
  (await program.run(MINT, { personaConfig })).data.createSessionToken.token.sessionToken;

/** The program of all tests: they wait for their sessions more than it works. */
const program = await startProgram();

const simulate = (...commandLine: string[]) =>
  runProgram(['simulate', ...commandLine], { DATA_DIR: program.folder });

/** Runs a simulation to its end. */
async function runToEnd(...request: Parameters<typeof simulate>) {
  const run = simulate(...request);
  return { code: await run.ended(), ...run.output() };
}

const STARTED = /^started {3}session (\S{36})/m;
const findId = (text: string) => STARTED.exec(text)?.[1] ?? '';

async function createSearchingPersona(zeroDataRetention: boolean): Promise<string> {
  const initialMessage = 'Welcome!\n\u001b[31m';
  const input = { name: 'Ada', initialMessage, zeroDataRetention, toolIds: [SEARCH] };
  const { data } = await program.run(
    'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }',
    { input },
  );
  return data.createPersona.persona.id;
}

const BRIEF = { name: 'Ada', maxSessionLengthSeconds: 2 };

// Sessions take their time, so all of the tests go on at once.
const leosToken = await mint({ personaId: LEO?.id });
const [searching, silent] = [
  await createSearchingPersona(false),
  await createSearchingPersona(true),
];
const simulations = {
  leo: runToEnd(leosToken, '--turns', '2'),
  searching: runToEnd(await mint({ personaId: searching }), '--turns', '1'),
  silent: runToEnd(await mint({ personaId: silent }), '--turns', '1'),
  kept: simulate(await mint({ name: 'Ada' }), '--turns', '1', '--keep'),
  brief: runToEnd(await mint(BRIEF)),
};

test('a session that stays live is ended by stopSession, which ends the simulation', async () => {
  const run = simulations.kept;
  await run.printed(/^live /m);
  const id = findId(run.output().stdout);
  expect((await program.run(SESSION, { id })).data.session).toMatchObject({
    isLive: true,
    transcript: null,
  });
  await program.run('mutation ($id: ID!) { stopSession(id: $id) { stoppedId } }', { id });
  expect(await run.ended()).toBe(0);
  expect(run.output().stdout).toMatch(/^ended {5}NORMAL_EXIT after \S+ s and 1 turns$/m);
});

test('a simulation ends its session when it is interrupted', async () => {
  const run = simulate(await mint({ name: 'Ada' }));
  await run.printed(STARTED);
  run.child.kill('SIGINT');
  expect(await run.ended()).toBe(0);
  const id = findId(run.output().stdout);
  const { session } = (await program.run(SESSION, { id })).data;
  expect(session).toMatchObject({ isLive: false, exitStatus: 'NORMAL_EXIT' });
});

test('a session whose simulation was killed ends by itself, and its simulation does when it is over', async () => {
  const killed = simulate(await mint(BRIEF));
  await killed.printed(STARTED);
  killed.child.kill('SIGKILL');
  const { code, stdout } = await simulations.brief;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ended {5}CLOSED_BY_ENGINE after 2\.0 s and 0 turns$/m);
  const id = findId(killed.output().stdout);
  await expect
    .poll(async () => (await program.run(SESSION, { id })).data.session.exitStatus)
    .toBe('CLOSED_BY_ENGINE');
});

test.each([
  ['another signer', ['eyJhbGciOiJIUzI1NiJ9.e30.x'], 'This service did not sign the session token'],
  ['a long text', ['x'.repeat(20_000)], 'The session token is too long'],
  ['0 turns', ['x', '--turns', '0'], 'It must be an integer from 1 to 20'],
])('simulate refuses %s', async (_, commandLine, message) => {
  const settings = { DATA_DIR: program.folder };
  const { code, stdout, stderr } = await runCommand(['simulate', ...commandLine], settings);
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toContain(message);
});

test('simulate refuses another upstream, and creates no store', async () => {
  const DATA_DIR = join(await tempFolder(), 'data');
  const another = { UPSTREAM_URL: 'https://api.example.com' };
  expect((await runCommand(['simulate', 'x'], another)).stderr).toContain('Remove UPSTREAM_URL.');
  const { code, stderr } = await runCommand(['simulate', 'x'], { DATA_DIR });
  expect([code, existsSync(DATA_DIR)]).toStrictEqual([1, false]);
  expect(stderr).toContain(`There is no store at ${DATA_DIR}.`);
});

test('a simulated session searches knowledge, and stores no words of a persona without retention', async () => {
  for (const isSilent of [false, true]) {
    const { stdout } = await (isSilent ? simulations.silent : simulations.searching);
    expect(stdout).toMatch(/^tool {6}search_handbook: \[.*\npersona {3}Welcome! \[31m\n/m);
    const { session } = (await program.run(SESSION, { id: findId(stdout) })).data;
    expect(session.toolCalls).toMatchObject([{ toolSubtype: 'knowledge', status: 'COMPLETED' }]);
    expect(JSON.stringify(session).includes('who are you')).toBe(!isSilent);
    expect(session.transcript.messages).toHaveLength(isSilent ? 0 : 2);
    if (!isSilent) expect(session.transcript.messages[1].message).toBe('Welcome!\n\u001b[31m');
  }
});

test('simulate plays the session of a token once, with transcript, tool calls and analytics', async () => {
  const { code, stdout, stderr } = await simulations.leo;
  expect([code, stderr]).toStrictEqual([0, '']);
  const words = stdout.split('\n').map((line) => line.split(' ')[0]);
  expect(words.join(' ')).toBe('started limit user tool persona user persona ended nothing query ');
  expect(stdout).toMatch(/^ended {5}NORMAL_EXIT after \d+\.\d s and 2 turns$/m);
  const id = findId(stdout);
  const [, query = ''] = /^query {5}(.*)$/m.exec(stdout) ?? [];
  expect((await program.run(query)).data.session.analytics.summary.turnCount).toBe(2);
  const { session } = (await program.run(SESSION, { id })).data;
  expect(session).toMatchObject({
    ...{ isLive: false, exitStatus: 'NORMAL_EXIT', clientLabel: 'simulated', recordingUrl: null },
    clientMetadata: { client: 'avatar-graphql simulate', clientVersion: expect.any(String) },
  });
  expect(session.toolCalls).toStrictEqual([
    {
      ...{ toolName: 'check_opening_hours', toolType: 'SERVER', toolSubtype: 'webhook' },
      ...{ status: 'COMPLETED', result: '{"simulated":true}', documentsAccessed: [] },
      arguments: { branch: 'example', at: 'example' },
    },
  ]);
  expect(session.transcript.messages).toStrictEqual([
    { role: 'USER', message: 'Hello, who are you?' },
    { role: 'PERSONA', message: `Hello, I am ${LEO?.name}.` },
    { role: 'USER', message: 'Thank you, that was all.' },
    { role: 'PERSONA', message: 'Goodbye!' },
  ]);
  const averageLatencies = { firstAudioLatencySeconds: expect.any(Number) };
  expect(session.analytics.summary).toStrictEqual({ turnCount: 2, averageLatencies });
  // As long as it took, and not only as the script says.
  expect(session.durationSeconds).toBeGreaterThan(5);
  const again = await runCommand(['simulate', leosToken], { DATA_DIR: program.folder });
  expect(again).toStrictEqual({
    code: 1,
    stdout: '',
    stderr: `The session did not start: The session token has already been used. Create a new one. The store is ${program.folder}.\n`,
  });
});

test('the port of the API starts no session', async () => {
  const token = await mint({ name: 'Ada' });
  const start = (url: string) =>
    fetch(`${url}/v1/engine/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
  expect((await start(program.url)).status).toBe(404);
  const [, embedded = ''] = /avatar service at (http:\S+)/.exec(program.output().stdout) ?? [];
  expect(new URL(embedded).hostname).toBe('127.0.0.1');
  expect((await start(embedded)).status).toBe(200);
});
