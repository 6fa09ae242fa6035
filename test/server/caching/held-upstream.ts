import type { ServerResponse } from 'node:http';
import { sendJson, startUpstream } from '../../support/upstream.ts';

/** An upstream that responds when the test says so, with given headers. */
export async function startHeldUpstream(headers: Record<string, string> = {}) {
  const held: (() => void)[] = [];
  const respond = (response: ServerResponse) =>
    sendJson(response, 200, { id: 't1', name: 'lookup', sessionToken: 'token' }, headers);
  let isHolding = true;
  const upstream = await startUpstream((request, response) => {
    request.resume();
    if (isHolding) held.push(() => respond(response));
    else respond(response);
  });
  const release = () => {
    isHolding = false;
    for (const send of held.splice(0)) send();
  };
  return { ...upstream, release };
}
