import { z } from 'zod';
import { Id, limitedList, tolerant } from './record.ts';

/** The resources, by the name of one of their records. `api.ts` has the contract of each. */
export type ResourceName =
  | 'persona'
  | 'avatar'
  | 'tool'
  | 'voice'
  | 'llm'
  | 'shareLink'
  | 'meetingInvite'
  | 'session'
  | 'knowledgeGroup'
  | 'knowledgeDocument';

/**
 * The requests that can have a field: the body that creates or updates a record, a session configuration that spells a
 * persona out instead of its id, and any session configuration.
 */
type Request = 'create' | 'update' | SessionRequest;
type SessionRequest = 'session' | 'anySession';

/** Where a field can be. */
export type Place = 'response' | Request;

/** A schema, and the text that describes it; empty if the schema has a description. */
type Form = readonly [schema: z.ZodType, text: string];

/** What requests have of a field. It is optional there, and in an update and a session always. */
interface RequestFacts extends Partial<Readonly<Record<Request, Form>>> {
  /** The requests that have the field. Default: none. */
  readonly in?: readonly Request[];
  /** The form in requests, if it is not that of responses. One request can have a form of its own, under its name. */
  readonly input?: Form;
  /** The replacement, if requests should no longer send the field. */
  readonly deprecated?: string;
  /** The resource whose records the id, or each id of the list, is of. */
  readonly refersTo?: ResourceName;
}

/** What readers of responses have to know of a field. */
interface ResponseFacts {
  /** Maximum number of items of a list that are read. Further and invalid items are omitted. Default: all or none is valid. */
  readonly maxItems?: number;
  /**
   * Whether a summary has the field: an item of a list, or a record inside another record. A record with a field that
   * summaries never have is complete. Default: always, which a resource with such a field has to say.
   */
  readonly inSummary?: 'always' | 'sometimes' | 'never';
  /** The resource whose records the field has inside. */
  readonly embeds?: ResourceName;
  /** Whether the search of a list looks for its text in the field. Default: false. */
  readonly isSearched?: boolean;
  /** Whether no two records have the same value. Default: false. */
  readonly isUnique?: boolean;
  /** Whether a list can be filtered by the value, with a parameter of the field's name. Default: false. */
  readonly isFilter?: boolean;
  /**
   * Whether a saved value has no effect on a session, or has it through another field. Default: a session configuration
   * that spells the saved persona out has the value, or is refused if it cannot have it.
   */
  readonly isUnusedInSession?: boolean;
}

interface FieldFacts extends RequestFacts, ResponseFacts {
  /** The place that is invalid without the field. Default: none. */
  readonly required?: 'response' | 'create';
}

interface InputFacts extends RequestFacts {
  readonly in: readonly Request[];
  readonly required?: 'create';
}

/** A field of a resource: its schema and text in responses, if they have it, and what is known of it. */
export interface Field extends FieldFacts {
  readonly schema?: z.ZodType;
  readonly text?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The requests that have a field. */
type RequestsOf<Of> = Of extends { readonly in: readonly (infer At)[] } ? At : never;

/** The places that have a field. */
type PlacesOf<Of> =
  | RequestsOf<Of>
  | (Of extends { readonly schema: z.ZodType } ? 'response' : never);

/** The facts that nothing reads: unknown ones, and those of places that do not have the field. */
type Unread<Facts, Known, Schema> =
  | Exclude<keyof Facts, keyof Known>
  | Exclude<Request, RequestsOf<Facts>>
  | ([RequestsOf<Facts>] extends [never] ? 'input' | 'deprecated' : never)
  | ([RequestsOf<Facts> & SessionRequest] extends [never] ? 'refersTo' : never)
  | (Facts extends { readonly required: 'create' }
      ? 'create' extends RequestsOf<Facts>
        ? never
        : 'required'
      : never)
  | (Schema extends z.ZodArray ? never : 'maxItems');

type Checked<Facts, Known, Schema> = Facts & {
  readonly [Key in Unread<Facts, Known, Schema>]?: never;
};

/** Describes a field of responses, and of the requests in `in`. */
export const field = <Schema extends z.ZodType, const Facts extends FieldFacts = object>(
  schema: Schema,
  text: string,
  facts?: Checked<Facts, FieldFacts, Schema>,
): { readonly schema: Schema; readonly text: string } & Facts =>
  // Where there are no facts, their type has no keys.
  ({ schema, text, ...(facts as Facts) });

/** Describes a field that only requests have. */
export const inputField = <Schema extends z.ZodType, const Facts extends InputFacts>(
  schema: Schema,
  text: string,
  facts: Checked<Facts, InputFacts, Schema>,
): { readonly input: readonly [Schema, string] } & Facts => ({ input: [schema, text], ...facts });

/** Returns the names of the fields that pass a test, in their order. */
export const findFields = (fields: Fields, test: (of: Field) => boolean | undefined): string[] =>
  Object.keys(fields).filter((name) => test(fields[name] ?? {}));

type FormOf<Of, At extends Request> =
  Of extends Readonly<Record<At, readonly [infer Own extends z.ZodType, string]>>
    ? Own
    : Of extends { readonly input: readonly [infer Input extends z.ZodType, string] }
      ? Input
      : Of extends { readonly schema: infer Schema extends z.ZodType }
        ? Schema
        : never;

type RequestSchema<Form extends z.ZodType, IsRequired> = IsRequired extends true
  ? Form
  : Form extends z.ZodDefault
    ? Form
    : z.ZodOptional<Form>;

type Tolerant<Schema extends z.ZodType> = ReturnType<typeof tolerant<Schema>>;

type ResponseSchema<Of> = Of extends { readonly schema: infer Schema extends z.ZodType }
  ? Of extends { readonly required: 'response' }
    ? Schema
    : Tolerant<Schema>
  : never;

/** The schemas that fields have in one place. */
export type ShapeIn<All extends Fields, At extends Place> = {
  [Name in keyof All as At extends PlacesOf<All[Name]> ? Name : never]: At extends Request
    ? RequestSchema<FormOf<All[Name], At>, All[Name] extends { required: At } ? true : false>
    : ResponseSchema<All[Name]>;
};

/** Limits a list to its first `maxItems` items, and omits those of them that are invalid. */
export const limitList = (schema: z.ZodType, maxItems: number | undefined) =>
  maxItems !== undefined && schema instanceof z.ZodArray ? limitedList(schema, maxItems) : schema;

/** Returns the schema of a field in responses: it may be absent, and is null if its value is invalid. */
function createResponseSchema({ schema, text, required, maxItems }: Field) {
  if (!schema) return undefined;
  const complete = required === 'response' ? schema : tolerant(limitList(schema, maxItems));
  return text ? complete.describe(text) : complete;
}

/** Returns the schema of a field in a request: it may be absent, except from a creation that requires it. */
function createRequestSchema(of: Field, at: Request) {
  const [schema = of.schema, description = of.text] = of[at] ?? of.input ?? [];
  if (!schema || !of.in?.includes(at)) return undefined;
  const facts = of.deprecated ? { deprecated: true, replacement: of.deprecated } : {};
  const described = description ? schema.meta({ description, ...facts }) : schema;
  return of.required === at || schema instanceof z.ZodDefault ? described : described.optional();
}

/** Returns the shape of the fields in one place. */
export function shapeIn<const All extends Fields, const At extends Place>(
  at: At,
  fields: All,
): ShapeIn<All, At> {
  const entries = Object.entries(fields).flatMap(([name, of]) => {
    const schema = at === 'response' ? createResponseSchema(of) : createRequestSchema(of, at);
    return schema ? [[name, schema]] : [];
  });
  // TypeScript cannot infer the type of an object that is built key by key.
  return Object.fromEntries(entries) as ShapeIn<All, At>;
}

/** The id of a record. The graph describes it. */
export const ID = field(Id, '', { required: 'response', inSummary: 'always' });

const time = z.iso.datetime({ offset: true });

/** @assumed Records have ISO 8601 timestamps with a time zone. */
export const TIMESTAMPS = {
  createdAt: field(time, 'When the record was created.'),
  updatedAt: field(time, 'When the record last changed.'),
};

/** Adds facts to each of several fields. */
export const withFacts = <
  All extends Fields,
  const Facts extends Pick<FieldFacts, 'inSummary' | 'isUnusedInSession'>,
>(
  fields: All,
  facts: Facts,
) =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, { ...of, ...facts }])) as {
    readonly [Name in keyof All]: All[Name] & Facts;
  };
