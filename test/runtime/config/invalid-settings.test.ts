import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';
import { readTable } from '../../support/tables.ts';

/** What some rows begin with. */
const SHORT: Readonly<Record<string, string>> = {
  UPSTREAM: 'UPSTREAM_URL=https://b.example',
  KEY: 'UPSTREAM_URL=https://b.example; UPSTREAM_API_KEY=sk-1',
  AUTH: 'AUTH_ISSUER=https://issuer.example; AUTH_AUDIENCE=avatars',
  SHARED: 'AUTH_SECRET=sk-1 that is long enough to be a shared secret',
};

/** Settings, and the sentence: the whole one, or its beginning before `…`. */
const INVALID = readTable(`
  PORT=http | PORT must be an integer from 0 to 65535.
  PORT=80.5 | PORT must be an integer from 0 to 65535.
  PORT=70000 | PORT must be an integer from 0 to 65535.
  CONSOLE_CLIENT_ID=c | CONSOLE_CLIENT_ID requires AUTH_ISSUER to be the https URL of an OpenID provider, where people sign in.
  AUTH; SHARED; AUTH_ISSUER=http://issuer.example; CONSOLE_CLIENT_ID=c | CONSOLE_CLIENT_ID requires AUTH_ISSUER to be the https URL…
  AUTH_ISSUER=https://issuer.example; CONSOLE_CLIENT_ID=c | AUTH_ISSUER and AUTH_AUDIENCE require AUTH_JWKS_URL or AUTH_SECRET.
  REDIS_URL=https://redis.example | REDIS_URL must be a URL such as redis:…
  REDIS_URL=redis://:p@redis.example/0?enableOfflineQueue=true | REDIS_URL must not contain anything after the database number.
  REDIS_URL=redis://:p@redis.example/main | REDIS_URL must not contain anything after…
  REDIS_URL=redis://:100%@redis.example | REDIS_URL must percent-encode special characters in the user name and password.
  REDIS_URL=redis://redis.example | REDIS_URL without a password requires REDIS_SECRET: …
  MAX_REQUESTS=0 | MAX_REQUESTS must be an integer from 1 to 1000000.
  DRAIN_NOTICE=1e9 | DRAIN_NOTICE must be a number of seconds from 0 to 300.
  PUBLIC_URL=https://a.example/avatars | PUBLIC_URL must not contain a path.
  UPSTREAM_URL=service | UPSTREAM_URL must be the base URL…
  UPSTREAM_URL=ftp://b.example | UPSTREAM_URL must be the base URL…
  UPSTREAM_URL=https://b.example/v1/ | UPSTREAM_URL must not end with /v1…
  UPSTREAM_URL=https://u:p@b.example | UPSTREAM_URL must not contain a user name…
  UPSTREAM_URL=https://b.example/?a=1 | UPSTREAM_URL must not contain a query…
  UPSTREAM_EXTENSIONS=personas,cookies | UPSTREAM_EXTENSIONS must be none, all, or a comma-separated list of personas, avatars, tools, voices, llms, share-links, meetings, sessions, knowledge.
  UPSTREAM_EXTENSIONS=persona,sharelinks | UPSTREAM_EXTENSIONS must be none, all, or a comma-separated list of personas, avatars, tools, voices, llms, share-links, meetings, sessions, knowledge. Did you mean personas?
  ALLOW_PRIVATE_IMAGE_URLS=yes | ALLOW_PRIVATE_IMAGE_URLS must be true or false.
  DATABASE_URL=mysql://u:p@db.example/avatars | DATABASE_URL must be a URL such as postgres:…
  DATABASE_CONNECTIONS=0 | DATABASE_CONNECTIONS must be an integer from 1…
  UPSTREAM_API_KEY=sk-1 | UPSTREAM_API_KEY requires UPSTREAM_URL…
  UPSTREAM; UPSTREAM_API_KEY=sk-1 x | UPSTREAM_API_KEY must consist of printable…
  KEY; HOST=0.0.0.0 | UPSTREAM_API_KEY with HOST 0.0.0.0 would let everyone…
  KEY; PUBLIC_URL=https://a.example | UPSTREAM_API_KEY with PUBLIC_URL https://a.example would let everyone…
  UPSTREAM_API_KEY_FILE=/run/key | UPSTREAM_API_KEY_FILE requires UPSTREAM_URL.
  KEY; UPSTREAM_API_KEY_FILE=/run/key | Set either UPSTREAM_API_KEY or UPSTREAM_API_KEY_FILE, not both.
  UPSTREAM; UPSTREAM_API_KEY_FILE=/run/key; HOST=0.0.0.0 | UPSTREAM_API_KEY_FILE with HOST 0.0.0.0 would let everyone…
  SHARED; AUTH_AUDIENCE=a | JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE…
  SHARED; AUTH_ISSUER=a | JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE…
  UPSTREAM; AUTH; SHARED | JWT authentication requires UPSTREAM_API_KEY…
  AUTH | AUTH_ISSUER and AUTH_AUDIENCE require AUTH_JWKS_URL or…
  AUTH; SHARED; AUTH_JWKS_URL=https://issuer.example | Set either AUTH_JWKS_URL or AUTH_SECRET, not both.
  AUTH; AUTH_SECRET=sk-1 | AUTH_SECRET must be at least 32…
  AUTH; AUTH_JWKS_URL=http://issuer.example | AUTH_JWKS_URL must start with https…
  AUTH; SHARED; AUTH_AUDIENCE=a,,b | AUTH_AUDIENCE must not contain an empty name.
  POLICY=/none/policy.yaml | POLICY /none/policy.yaml does not exist.
  POLICY=/tmp | POLICY /tmp is not a file.
  POLICY=/dev/zero | POLICY /dev/zero is not a file.
  TRUSTED_PROXIES=proxy | TRUSTED_PROXIES must be addresses…
  CORS_ORIGINS=https://a.example/app | CORS_ORIGINS must be origins…
  CORS_ORIGINS=https://b.example,https://a.example/ | CORS_ORIGINS must be in the form that browsers send: https://a.example.
  CORS_ORIGINS=null | CORS_ORIGINS must be origins…
  CORS_ORIGINS=* | CORS_ORIGINS must not be *: pages of every origin could call the API. List the origins.
  CORS_ORIGINS=https://* | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=https://app.*.example.com | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=https://*app.example.com | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=https://*.com | CORS_ORIGINS must name a domain after *., as in https://*.example.com.
  CORS_ORIGINS=https://*.*.example.com | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=https://app.example.com:* | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=*://app.example.com | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=*.example.com | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=chrome-extension://* | CORS_ORIGINS must have * only as the first label of a host, as in https://*.example.com.
  CORS_ORIGINS=https://*.example.com/ | CORS_ORIGINS must be in the form that browsers send: https://*.example.com.
  CORS_ORIGINS=HTTPS://App.Example.com:443 | CORS_ORIGINS must be in the form that browsers send: https://app.example.com.
  CORS_ORIGINS=capacitor://localhost/ | CORS_ORIGINS must be origins…
  CORS_ORIGINS=file:// | CORS_ORIGINS must be origins…
  CORS_ORIGINS=wss://app.example.com | CORS_ORIGINS must be origins…
`);

const readSettings = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('; ').flatMap((word) => {
      const short = SHORT[word];
      if (short !== undefined) return Object.entries(readSettings(short));
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? [];
      return [[name, value]];
    }),
  );

test.each(INVALID)(
  'the settings %s are rejected in one sentence without secrets',
  (settings = '', sentence = '') => {
    const read = () => readConfig(readSettings(settings));
    expect(read).toThrow(ConfigError);
    const [beginning = '', isBeginning] = sentence.split('…');
    expect(read).toThrow(
      isBeginning === undefined
        ? expect.objectContaining({ message: sentence })
        : expect.objectContaining({
            message: expect.stringMatching(`^${RegExp.escape(beginning)}`),
          }),
    );
    expect(read).not.toThrow(/sk-1|u:p/);
  },
);
