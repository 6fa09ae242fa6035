import type * as undici from 'undici';
import connect from 'undici/lib/core/connect.js';
import undiciErrors from 'undici/lib/core/errors.js';
import EnvironmentAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import UndiciPool from 'undici/lib/dispatcher/pool.js';
import formData from 'undici/lib/web/fetch/formdata.js';

// The parts of undici that calls need. Its index also loads its fetch, WebSocket, caches and mocks, two thirds of it.

export const buildConnector: typeof undici.buildConnector = connect;
export const errors: typeof undici.errors = undiciErrors;
export const EnvHttpProxyAgent: typeof undici.EnvHttpProxyAgent = EnvironmentAgent;
export const Pool: typeof undici.Pool = UndiciPool;
export const FormData: typeof undici.FormData = formData.FormData;
