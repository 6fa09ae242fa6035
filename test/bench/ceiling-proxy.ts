import { serveBare } from './bare-server.ts';
import { bareUpstream } from './bare-upstream.ts';
import { PERSONA_ID, TOOL_ID } from './records.ts';

// The first ceiling: what node:http and undici alone cost. One call for each request, of the kind that a word in it
// tells; the upstream's answer is handed on unread.

const upstream = bareUpstream(process.env.UPSTREAM_URL ?? '');
const mint = JSON.stringify({ personaConfig: { personaId: PERSONA_ID } });

serveBare((text) => {
  if (text.includes('mutation')) {
    return upstream({ method: 'POST', path: '/v1/auth/session-token', body: mint });
  }
  if (text.includes('tool')) return upstream({ method: 'GET', path: `/v1/tools/${TOOL_ID}` });
  const perPage = /"perPage":(\d+)/.exec(text)?.[1] ?? 20;
  return upstream({ method: 'GET', path: `/v1/personas?perPage=${perPage}` });
});
