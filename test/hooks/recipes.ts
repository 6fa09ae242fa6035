// Further recipes of src/hooks/README.md, without React.
import {
  type Client,
  CreateVoiceDocument,
  CreateVoiceUploadDocument,
  createClient,
} from '../../src/hooks/index.ts';

export async function uploadRecording(client: Client, file: File, displayName: string) {
  const contentType = file.type;
  const input = { filename: file.name, contentType, fileSize: file.size };
  const { createVoiceUpload: upload } = await client.request(CreateVoiceUploadDocument, { input });
  if (!upload) throw new Error('There is no URL for the recording.');
  const headers = { 'content-type': contentType };
  const { ok, status } = await fetch(upload.uploadUrl, { method: 'PUT', headers, body: file });
  if (!ok) throw new Error(`The recording was not accepted (status ${status}).`);
  const voice = { displayName, audio: { key: upload.audioKey } };
  return client.request(CreateVoiceDocument, { input: voice });
}

export function createSignInClient(requestToken: () => Promise<string>, url = '/graphql') {
  let token: string | undefined;
  return createClient({
    url,
    headers: () => ({ authorization: token && `Bearer ${token}` }),
    onUnauthenticated: async () => {
      token = await requestToken();
    },
  });
}
