import assert from 'node:assert/strict';

/** The service to be checked, and what of it the checks may use. */
export interface Target {
  /** Base address, without the /v1 that every path begins with. */
  readonly url: string;
  /** API key of a plan that may create avatars. */
  readonly key: string;
  /** API key of a plan that may not. */
  readonly freeKey?: string | undefined;
  readonly personaId?: string | undefined;
  readonly avatarId?: string | undefined;
  /** A voice of the service; the specification neither creates nor lists any. */
  readonly voiceId?: string | undefined;
  /** Address of a PNG, JPEG or WebP that the service can fetch. */
  readonly imageUrl?: string | undefined;
  /** A tool that may be changed; the specification neither creates nor lists any. */
  readonly toolId?: string | undefined;
  /** Whether that tool may also be deleted. Default false. */
  readonly deleteTool?: boolean | undefined;
  /** Paths of what the checks created and did not delete. Default: they are not collected. */
  readonly created?: Set<string>;
}

/** The resources whose endpoints beyond the specification a service may have, with the paths of their lists. */
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

/** One statement about a service, which `run` finds true or throws. */
export interface Check {
  /** Lasting name, such as `avatar.display-name.too-short`. */
  readonly id: string;
  /**
   * MUST: the specification states it. ASSUMED: it does not, and this is what we take it to mean. EXTENSION: the
   * specification does not list the endpoint, and this is what callers of it rely on.
   */
  readonly level: 'MUST' | 'ASSUMED' | 'EXTENSION';
  /** Heading of the specification that it belongs to. */
  readonly section: string;
  readonly name: string;
  /** The resource, where it is about endpoints that only some services have. */
  readonly extension?: Extension;
  /** @throws AssertionError where it is not so; LeftOut where the target does not give what it takes to know. */
  run(target: Target): Promise<void>;
}

/** A check that could not be made, and why. */
export class LeftOut extends Error {}

const MISSING = {
  freeKey: 'no key of a free plan was given',
  personaId: 'there is no persona: none was given, and none could be created',
  avatarId: 'there is no avatar: none was given, and none could be created',
  voiceId: 'no voice id was given, and the specification cannot list voices',
  imageUrl: 'no image address was given that the service could fetch',
  toolId: 'no tool id was given, and the specification can neither create nor list tools',
  deleteTool: 'deleting the tool was not allowed',
};

/** What a check needs of its target. @throws LeftOut where it does not exist. */
export function given(target: Target, what: Exclude<keyof typeof MISSING, 'deleteTool'>): string {
  const value = target[what];
  if (value === undefined) throw new LeftOut(MISSING[what]);
  return value;
}

/** Id of a tool to delete. @throws LeftOut unless that was allowed. */
export function deletableTool(target: Target): string {
  const id = given(target, 'toolId');
  if (!target.deleteTool) throw new LeftOut(MISSING.deleteTool);
  return id;
}

/** An answer, read whole; `body` is its JSON, undefined where it holds none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** What is sent besides method and path. */
export interface Sent {
  /** Bearer key. Default the target's; null for no Authorization header. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string | File>;
  readonly text?: string;
}

/** Milliseconds for an answer; making an avatar can take a service two minutes. */
const TIMEOUT = 180_000;

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** Sends one request, such as `ask(target, 'GET /v1/personas')`. */
export async function ask(target: Target, line: string, sent: Sent = {}): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const { key = target.key, json, form, text: raw } = sent;
  const isJson = json !== undefined || raw !== undefined;
  const body = form ? formOf(form) : (raw ?? (isJson ? JSON.stringify(json) : undefined));
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
  if (response.ok) follow(target, `${method} ${path}`, answer);
  return answer;
}

/** Keeps in mind what a granted request created, until one deletes it. */
function follow({ created }: Target, line: string, { body }: Answer): void {
  const [, parent] = /^POST (\/v1\/\w+)$/.exec(line) ?? [];
  const id = Reflect.get(Object(body), 'id');
  if (parent && typeof id === 'string') created?.add(`${parent}/${id}`);
  const [, deleted] = /^DELETE ([^?]+)/.exec(line) ?? [];
  if (deleted) created?.delete(deleted);
}

/** A field of a JSON value, by its path; undefined where there is none. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);

const shown = ({ status, text }: Answer) => `it was answered ${status}: ${text.slice(0, 200)}`;

/** The request was granted. Numbers of success are not shown in the specification, so any 2xx will do. */
export function granted(answer: Answer): Answer {
  assert.ok(answer.status >= 200 && answer.status < 300, `Refused; ${shown(answer)}`);
  return answer;
}

/** The request was granted, and answered with a JSON object. */
export function grantedObject(answer: Answer): unknown {
  const { body } = granted(answer);
  assert.ok(typeof body === 'object' && body !== null, 'The answer is not a JSON object.');
  return body;
}

/** Refusals that say nothing about what was sent. */
const UNRELATED = [401, 403, 404, 405, 408, 429];

/** The request was refused for what it holds. Error codes are not shown, so any 4xx that can mean this will do. */
export function refused(answer: Answer): Answer {
  const { status } = answer;
  // A success may hold a token or a record, which is nothing to print.
  assert.ok(status >= 300, `Granted, with ${status}.`);
  assert.ok(
    status >= 400 && status < 500 && !UNRELATED.includes(status),
    `Not refused for what it holds; ${shown(answer)}`,
  );
  return answer;
}

/** The caller was denied: any 4xx. */
export function denied({ status }: Answer): void {
  assert.ok(status >= 400 && status < 500, `Not denied, but answered ${status}.`);
}

/** The answer has one of these statuses. */
export function hasStatus({ status }: Answer, ...expected: number[]): void {
  assert.ok(expected.includes(status), `Answered ${status}, not ${expected.join(' or ')}.`);
}
