import assert from 'node:assert/strict';

/** The service to check, and the data that the checks can use. */
export interface Target {
  /** Base URL, without the /v1 of every path. */
  readonly url: string;
  /** API key of a plan that can create avatars. */
  readonly key: string;
  /** API key of a plan that cannot. */
  readonly freeKey?: string | undefined;
  readonly personaId?: string | undefined;
  readonly avatarId?: string | undefined;
  /** A voice of the service. The specification has no endpoint that creates or lists voices. */
  readonly voiceId?: string | undefined;
  /** URL of a PNG, JPEG or WebP that the service can fetch. */
  readonly imageUrl?: string | undefined;
  /** A tool that the checks can update. The specification has no endpoint that creates or lists tools. */
  readonly toolId?: string | undefined;
  /** Whether the checks can also delete that tool. Default: false. */
  readonly deleteTool?: boolean | undefined;
  /** Paths of the records that the checks created and did not delete. Default: not collected. */
  readonly created?: Set<string>;
}

/** The extensions that a service can have, with the paths of their lists. */
export const PATHS = {
  personas: '/v1/personas',
  avatars: '/v1/avatars',
  tools: '/v1/tools',
  voices: '/v1/voices',
  llms: '/v1/llms',
  'share-links': '/v1/share-links',
  meetings: '/v1/meetings/invites',
  sessions: '/v1/sessions',
  knowledge: '/v1/knowledge/groups',
} as const;
export type Extension = keyof typeof PATHS;
export const EXTENSIONS = Object.keys(PATHS) as readonly Extension[];

/** A statement about a service. `run` throws if it is false. */
export interface Check {
  /** Stable id, such as `avatar.display-name.too-short`. */
  readonly id: string;
  /**
   * MUST: the specification states it. ASSUMED: the specification does not state it, and this is our interpretation.
   * EXTENSION: the specification does not list the endpoint, and its callers rely on this.
   */
  readonly level: 'MUST' | 'ASSUMED' | 'EXTENSION';
  readonly name: string;
  /** The extension whose endpoints the check calls, if any. */
  readonly extension?: Extension | undefined;
  /** @throws AssertionError if the statement is false; Skipped if the target does not have an option that the check requires. */
  run(target: Target): Promise<unknown>;
}

/** Creates a check of a level. The id of one that calls endpoints of an extension begins with `NAME.extension.`. */
export const createLevel =
  (level: Check['level']) =>
  (id: string, name: string, run: Check['run']): Check => ({
    id,
    level,
    name,
    extension: EXTENSIONS.find((extension) => id.startsWith(`${extension}.extension.`)),
    run,
  });

export const must = createLevel('MUST');
export const assumed = createLevel('ASSUMED');
export const inExtension = createLevel('EXTENSION');

/** A check that could not run, with the reason. */
export class Skipped extends Error {}

const MISSING: Readonly<Record<string, string>> = {
  freeKey: 'no key of a free plan was given',
  personaId: 'no persona was given, and none could be created',
  avatarId: 'no avatar was given, and none could be created',
  voiceId: 'no voice id was given, and the specification cannot list voices',
  imageUrl: 'no image URL was given that the service can fetch',
  toolId: 'no tool id was given, and the specification can neither create nor list tools',
};

/** Returns an option of the target. @throws Skipped if it is missing. */
export function requireOption(target: Target, name: string): string {
  const value: unknown = Reflect.get(target, name);
  if (typeof value !== 'string') throw new Skipped(MISSING[name]);
  return value;
}

/** A response that was read completely. `body` is its JSON, or undefined if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** The headers and the body of a request. */
export interface Sent {
  /** Bearer key. Default: the target's; null for no Authorization header. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string | File>;
  readonly text?: string;
}

/** Timeout of a request in milliseconds. Creating an avatar can take two minutes. */
const TIMEOUT = 180_000;

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const createForm = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** Sends one request, such as `ask(target, 'GET /v1/personas')`. */
export async function ask(target: Target, line: string, sent: Sent = {}): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const { key = target.key, json, form, text: raw } = sent;
  const isJson = json !== undefined || raw !== undefined;
  const body = form ? createForm(form) : (raw ?? (isJson ? JSON.stringify(json) : undefined));
  const response = await fetch(`${target.url}${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  const answer = { status: response.status, headers: response.headers, text, body: readJson(text) };
  if (response.ok) trackCreated(target, `${method} ${path}`, answer);
  return answer;
}

/** Adds the record that a successful request created, or removes the one that it deleted. */
function trackCreated({ created }: Target, line: string, { body }: Answer): void {
  const [, parent] = /^POST (\/v1\/\w+)$/.exec(line) ?? [];
  const id = Reflect.get(Object(body), 'id');
  if (parent && typeof id === 'string') created?.add(`${parent}/${id}`);
  const [, deleted] = /^DELETE ([^?]+)/.exec(line) ?? [];
  if (deleted) created?.delete(deleted);
}

/** Creates a check of one request, whose body can need options of the target. `expected` throws if the response is wrong. */
export const request = (
  level: typeof must,
  [id, name]: readonly [id: string, name: string],
  line: string,
  expected: (answer: Answer) => unknown,
  createSent: (target: Target) => Sent = () => ({}),
): Check =>
  level(id, name, async (target) => expected(await ask(target, line, createSent(target))));

/** Returns the field of a JSON value at a path, or undefined. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);

const describe = ({ status, text }: Answer) => `The response was ${status}: ${text.slice(0, 200)}`;

/** Expects success. The specification does not define success codes, so that any 2xx is accepted. */
export function expectSuccess(answer: Answer): Answer {
  assert.ok(
    answer.status >= 200 && answer.status < 300,
    `The request was rejected. ${describe(answer)}`,
  );
  return answer;
}

/** Expects success with a JSON object, and returns it. */
export function expectObject(answer: Answer): unknown {
  const { body } = expectSuccess(answer);
  assert.ok(typeof body === 'object' && body !== null, 'The response is not a JSON object.');
  return body;
}

/** Statuses that do not depend on the content of the request. */
const UNRELATED = [401, 403, 404, 405, 408, 429];

/**
 * Expects that the content of the request is rejected. The specification does not define error codes, so that any
 * matching 4xx is accepted.
 */
export function expectRejected(answer: Answer): void {
  const { status } = answer;
  // The body of a success can contain a token or a record, and is not printed.
  assert.ok(status >= 300, `The request succeeded with ${status}.`);
  assert.ok(
    status >= 400 && status < 500 && !UNRELATED.includes(status),
    `The content of the request was not rejected. ${describe(answer)}`,
  );
}

/** Expects that the caller is denied access, with any 4xx. */
export function expectDenied({ status }: Answer): void {
  assert.ok(status >= 400 && status < 500, `Access was not denied, the response was ${status}.`);
}

/** Returns a function that expects a status. */
export const expectStatus =
  (expected: number) =>
  ({ status }: Answer): void =>
    assert.equal(status, expected, `The response was ${status}, not ${expected}.`);
