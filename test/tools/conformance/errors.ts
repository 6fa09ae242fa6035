import assert from 'node:assert/strict';
import { ask, assumed, at, type Check, expectStatus, type Sent } from './check.ts';

const returnsStatus = (
  id: string,
  name: string,
  status: number,
  line: string,
  sent?: Sent,
): Check =>
  assumed(`errors.${id}`, name, async (target) =>
    expectStatus(await ask(target, line, sent), status),
  );

/** Checks of "Errors" in the specification, which defines nothing: all of them are ASSUMED. */
export const errorChecks: readonly Check[] = [
  returnsStatus('broken-json', 'invalid JSON is 400', 400, 'POST /v1/personas', {
    text: '{"name":',
  }),
  returnsStatus('media-type', 'an unsupported media type is 415', 415, 'POST /v1/personas', {
    text: '<persona/>',
    headers: { 'content-type': 'text/xml' },
  }),
  returnsStatus('path', 'an unknown path is 404', 404, 'GET /v1/no-such-path'),
  assumed(
    'errors.method',
    'an unsupported method is 405, with the supported ones in Allow',
    async (target) => {
      const answer = await ask(target, 'DELETE /v1/personas');
      expectStatus(answer, 405);
      const allow = (answer.headers.get('allow') ?? '').split(/\s*,\s*/);
      assert.ok(allow.includes('GET') && allow.includes('POST'), `Allow is ${allow}.`);
    },
  ),
  assumed('errors.body', 'every error is JSON with error and message', async (target) => {
    for (const answer of [
      await ask(target, 'GET /v1/personas', { key: null }),
      await ask(target, 'GET /v1/no-such-path'),
      await ask(target, 'DELETE /v1/personas'),
      await ask(target, 'POST /v1/personas', { json: { name: 7 } }),
      await ask(target, 'GET /v1/avatars/00000000-0000-4000-8000-000000000000'),
    ]) {
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(typeof at(answer.body, 'error'), 'string');
      assert.equal(typeof at(answer.body, 'message'), 'string');
    }
  }),
  assumed('errors.details', 'a 400 reports every issue with its path', async (target) => {
    const json = { name: 7, personaConfig: { skipGreeting: 'no' }, skipGreeting: 'no' };
    const { body } = await ask(target, 'POST /v1/personas', { json });
    const details = at(body, 'details');
    assert.ok(Array.isArray(details), 'The response has no details.');
    const paths = details.map((detail) => JSON.stringify(at(detail, 'path')));
    assert.ok(paths.includes('["name"]'), `name is not among ${paths}.`);
    assert.ok(paths.includes('["skipGreeting"]'), `skipGreeting is not among ${paths}.`);
  }),
];
