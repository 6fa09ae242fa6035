import { serveBare } from './bare-server.ts';
import { bareUpstream } from './bare-upstream.ts';
import { PERSONA_ID, toolId } from './records.ts';

// The first ceiling: what node:http and undici alone cost. One call for each request, of the kind that a word in it
// tells; the upstream's answer is handed on unread.

const upstream = bareUpstream(process.env.UPSTREAM_URL ?? '');
const mint = JSON.stringify({ personaConfig: { personaId: PERSONA_ID } });

serveBare((text) => {
  if (text.includes('mutation')) {
    return upstream({ method: 'POST', path: '/v1/auth/session-token', body: mint });
  }
  const { perPage = 20, name = '', id = toolId(1) } = JSON.parse(text || '{}').variables ?? {};
  if (text.includes('tool')) return upstream({ method: 'GET', path: `/v1/tools/${id}` });
  return upstream({ method: 'GET', path: `/v1/personas?perPage=${perPage}&search=${name}` });
});
