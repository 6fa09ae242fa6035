import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '../../../src/hooks/client.ts';
import * as documents from '../../../src/hooks/document-strings.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { startApi } from '../../../src/runtime/start-api.ts';
import { freePort } from '../../support/resources.ts';

interface Setup {
  /** The folder with Prism and the OpenAPI document. */
  readonly projects: string;
  readonly serviceUrl: string;
  readonly key: string;
}

/** Starts Prism as a proxy that validates requests and responses, and collects its output. */
async function startPrism({ projects, serviceUrl }: Setup, port: number) {
  const program = join(projects, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child: ChildProcess = spawn(
    process.execPath,
    [program, 'proxy', join(projects, 'openapi.json'), serviceUrl, '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  const listening = new Promise<void>((ready, fail) => {
    child.stdout?.on('data', (bytes) => {
      output += bytes;
      if (output.includes('Prism is listening')) ready();
    });
    child.once('close', () => fail(new Error(`Prism ended: ${output}`)));
  });
  await listening;
  const stop = () => {
    child.removeAllListeners('close');
    child.kill();
  };
  return { stop, read: () => output };
}

/** Runs a document of the package by its name, and returns its data; an empty object if it failed. */
type Run = (name: keyof typeof documents, variables?: object) => Promise<object>;

const texts = new Map(
  Object.entries(documents).map(([name, document]) => [name, document.toString()]),
);

/** Returns the id of the record that a creation returns. */
const getId = (data: object): string =>
  Object.values<{ id?: string } | string>(Object(Object.values(data)[0]))
    .map((value) => (typeof value === 'object' ? value.id : undefined))
    .find((id) => id !== undefined) ?? '';

/** Runs the operations of knowledge. */
async function runKnowledge(run: Run): Promise<void> {
  const group = { name: 'Rivers' };
  const groupId = getId(await run('CreateKnowledgeGroupDocument', { input: group }));
  await run('UpdateKnowledgeGroupDocument', { id: groupId, input: { description: 'Water.' } });
  const file = new File(['Otters sleep while they float.'], 'otters.txt', { type: 'text/plain' });
  const id = getId(await run('UploadKnowledgeDocumentDocument', { input: { groupId, file } }));
  await run('UpdateKnowledgeDocumentDocument', { id, input: { filename: 'sleep.txt' } });
  await run('KnowledgeDocumentDocument', { id });
  await run('KnowledgeDocumentRecordDocument', { id });
  await run('KnowledgeDownloadDocument', { id });
  await run('KnowledgeGroupsDocument');
  await run('KnowledgeGroupsConnectionDocument', { first: 3 });
  await run('KnowledgeGroupDocument', { id: groupId });
  await run('KnowledgeGroupRecordDocument', { id: groupId });
  await run('KnowledgeGroupsByIdsDocument', { ids: [groupId] });
  await run('KnowledgeDocumentsByIdsDocument', { ids: [id] });
  await run('SearchKnowledgeDocument', { groupId, query: 'otters' });
  const config = { documentFolderIds: [groupId] };
  const tool = { name: 'look_up', description: 'Looks up rivers.', type: 'SERVER_RAG', config };
  await run('ToolKnowledgeDocument', {
    id: getId(await run('CreateToolDocument', { input: tool })),
  });
  await run('DeleteKnowledgeDocumentDocument', { id });
  await run('DeleteKnowledgeGroupDocument', { id: groupId });
}

/** Runs the operations of share links and meetings of a persona. */
async function runInvitations(run: Run, personaId: string): Promise<void> {
  const link = getId(await run('CreateShareLinkDocument', { input: { personaId } }));
  await run('UpdateShareLinkDocument', { id: link, input: { usageLimit: 3 } });
  await run('ShareLinkDocument', { id: link });
  await run('ShareLinkRecordDocument', { id: link });
  await run('ShareLinksByIdsDocument', { ids: [link] });
  await run('PersonaShareLinksDocument', { id: personaId });
  await run('DeleteShareLinkDocument', { id: link });
  const meetingUrl = 'https://meet.google.com/abc-defg-hij';
  const input = { personaId, meetingUrl };
  const invite = getId(await run('CreateMeetingInviteDocument', { input }));
  await run('MeetingInviteDocument', { id: invite });
  await run('MeetingInviteRecordDocument', { id: invite });
  await run('MeetingInvitesByIdsDocument', { ids: [invite] });
  await run('MeetingInviteSessionDocument', { id: invite });
  await run('CancelMeetingInviteDocument', { id: invite });
  for (const name of ['ShareLinks', 'MeetingInvites'] as const) {
    await run(`${name}Document`);
    await run(`${name}ConnectionDocument`, { first: 3 });
  }
}

/** Runs the operations of sessions, with those of the sample data. */
async function runSessions(run: Run): Promise<void> {
  const { sessions } = Object(await run('SessionsDocument'));
  const items: { id: string; isLive: boolean }[] = sessions?.items ?? [];
  const id = items.find(({ isLive }) => !isLive)?.id;
  await run('SessionsConnectionDocument', { first: 3 });
  for (const name of ['', 'Record', 'ToolCalls', 'Transcript', 'Recording', 'Turns'] as const) {
    await run(`Session${name}Document`, { id });
  }
  await run('SessionsByIdsDocument', { ids: [id] });
  await run('SessionConcurrencyDocument');
  await run('SessionStatisticsDocument', { sessionType: 'TURNKEY' });
  await run('StopSessionDocument', { id: items.find(({ isLive }) => isLive)?.id });
}

/** Runs every operation, so that each finds a record. */
async function runAll(run: Run): Promise<void> {
  await run('ErrorCodesDocument');
  await run('ViewerDocument');
  // By URL, because Prism decodes forwarded bodies as text, which damages files.
  const { avatars } = Object(await run('AvatarsDocument', { perPage: 1 }));
  const image = { url: avatars?.items[0]?.imageUrl };
  const createAvatar = async (displayName: string) =>
    getId(await run('CreateAvatarDocument', { input: { displayName, image } }));
  const [avatarId, copyId] = [await createAvatar('Ada'), await createAvatar('Copy')];
  await run('UpdateAvatarDocument', { id: avatarId, input: { displayName: 'Grace' } });
  await run('DeleteAvatarDocument', { id: copyId, permanently: true });
  const { voices } = Object(await run('VoicesDocument', { perPage: 1 }));
  const audio = { url: voices?.items[0]?.sampleUrl };
  const voiceId = getId(await run('CreateVoiceDocument', { input: { displayName: 'Ada', audio } }));
  const recording = { filename: 'long.wav', contentType: 'audio/wav', fileSize: 5_000_000 };
  await run('CreateVoiceUploadDocument', { input: recording });
  const voiceInput = { displayName: 'Grace', gender: 'FEMALE', country: null };
  await run('UpdateVoiceDocument', { id: voiceId, input: voiceInput });
  const llmInput = {
    displayName: 'House model',
    llmFormat: 'openai',
    modelName: 'house-1',
    urls: [{ url: 'https://llm.example/v1' }],
    secret: 'sk-secret-of-a-test',
  };
  const llmId = getId(await run('CreateLlmDocument', { input: llmInput }));
  await run('UpdateLlmDocument', { id: llmId, input: { temperature: 1, urls: llmInput.urls } });
  const toolInput = { name: 'lookup_order', description: 'Looks up an order.', type: 'CLIENT' };
  const toolId = getId(await run('CreateToolDocument', { input: toolInput }));
  await run('UpdateToolDocument', { id: toolId, input: { description: 'New.', config: {} } });
  const personaInput = { name: 'Ada', avatarId, voiceId, llmId, toolIds: [toolId] };
  const personaId = getId(
    await run('CreatePersonaDocument', { input: { ...personaInput, avatarModel: 'cara-3' } }),
  );
  await run('UpdatePersonaDocument', { id: personaId, input: { avatarModel: null } });
  await runInvitations(run, personaId);
  await runSessions(run);
  await runKnowledge(run);
  const personaConfig = { personaId };
  await run('CreateSessionTokenDocument', { input: { personaConfig, verify: true } });
  const overrides = { systemPrompt: 'Be brief.' };
  await run('CreateSessionTokenDocument', { input: { personaConfig, overrides } });
  await run('CreateLegacySessionTokenDocument');
  for (const name of ['Parts', 'Prompts', 'Knowledge', 'Sessions', 'Statistics'] as const)
    await run(`Persona${name}Document`, { id: personaId });
  for (const name of ['Avatars', 'Llms', 'Personas', 'Tools', 'Voices'] as const) {
    await run(`${name}Document`, { search: 'a' });
    await run(`${name}ConnectionDocument`, { first: 3 });
  }
  const ids = { Persona: personaId, Llm: llmId, Voice: voiceId, Tool: toolId, Avatar: avatarId };
  for (const name of ['Persona', 'Llm', 'Voice', 'Tool', 'Avatar'] as const) {
    await run(`${name}Document`, { id: ids[name] });
    await run(`${name}RecordDocument`, { id: ids[name] });
    await run(`${name}sByIdsDocument`, { ids: [ids[name]] });
    await run(`Delete${name}Document`, { id: ids[name] });
  }
}

/**
 * Runs every operation of the package through an API whose upstream is Prism, which passes each call to the built-in
 * avatar service. Returns the violations that Prism reports, and the operations that failed or were not run.
 */
export async function runBehindPrism(setup: Setup): Promise<string[]> {
  const port = await freePort();
  const prism = await startPrism(setup, port);
  const api = await startApi(
    readConfig({
      PORT: '0',
      UPSTREAM_URL: `http://127.0.0.1:${port}`,
      UPSTREAM_API_KEY: setup.key,
      UPSTREAM_EXTENSIONS: 'all',
      RATE_LIMIT_MINTS: '0',
    }),
  );
  const client = createClient({ url: `${api.url}/graphql` });
  const problems: string[] = [];
  const remaining = new Set([...texts.keys()].filter((name) => name.endsWith('Document')));
  const run: Run = async (name, variables) => {
    remaining.delete(name);
    try {
      return Object(await client.request(texts.get(name) ?? '', variables));
    } catch (error) {
      problems.push(`${name}: ${error} ${JSON.stringify(Object(error).issues ?? '')}`);
      return {};
    }
  };
  await runAll(run);
  await api.close(0);
  prism.stop();
  return [
    ...problems,
    ...[...remaining].map((name) => `${name} was not run`),
    ...prism
      .read()
      .split('\n')
      .filter((line) => /violation/i.test(line)),
  ];
}
