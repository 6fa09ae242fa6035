import { z } from 'zod';
import { Id, limitList, Timestamp, tolerant } from './record.ts';
import { describeRequest, type RequestMeta } from './schema-meta.ts';

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
 * persona out instead of its id, any session configuration, and the configuration of a session in a meeting, which has
 * the fields of the others, too.
 */
type RequestPlace = 'create' | 'update' | SessionPlace | 'meeting';
type SessionPlace = 'session' | 'anySession';

export type Place = 'response' | RequestPlace;

/** How a field in a request differs from responses: another schema, another description, or both. */
type Variant = z.ZodType | string | readonly [schema: z.ZodType, text: string];

/** Properties of a field in requests. It is optional unless a creation requires it. */
interface RequestFacts
  extends Partial<Readonly<Record<RequestPlace, Variant>>>,
    Pick<RequestMeta, 'isMerged'> {
  /** The requests that have the field. Default: none. */
  readonly in?: readonly RequestPlace[];
  /** Differences in all requests. A difference in one request is under the name of that request. */
  readonly input?: Variant;
  /** Whether the field is an extension to the specification, or the requests in which it is. Default: false. */
  readonly isExtension?: true | readonly RequestPlace[];
  /** Default of the service for a new record. Default: not known, or no value. */
  readonly default?: RequestMeta['default'];
  /** The replacement, if requests should no longer send the field. */
  readonly deprecated?: string;
  /** The resource that the id, or each id of the list, refers to. */
  readonly refersTo?: ResourceName;
}

/** Properties of a field in responses. */
interface ResponseFacts {
  /** The name in typed APIs, which have one name for one thing. Default: that in the upstream. */
  readonly alias?: string;
  /**
   * Maximum number of items of a list that are read. Further and invalid items are omitted. Default: all or none is
   * valid.
   */
  readonly maxItems?: number;
  /** The resource whose records are embedded in the field. */
  readonly embeds?: ResourceName;
  /** Whether the search of a list looks for its text in the field. Default: false. */
  readonly isSearched?: boolean;
  /** Whether no two records have the same value. Default: false. */
  readonly isUnique?: boolean;
  /** Whether a list can be filtered by the value, with a parameter of the field's name. Default: false. */
  readonly isFilter?: boolean;
  /** Whether the value is part of the configuration of a persona, which not every caller may read. Default: false. */
  readonly isPrompt?: boolean;
}

interface FieldFacts extends RequestFacts, ResponseFacts {
  /** Where the field is required. Default: nowhere. */
  readonly required?: 'response' | 'create';
}

interface InputFacts extends RequestFacts {
  readonly in: readonly RequestPlace[];
  readonly required?: 'create';
}

/** A field of a resource: its schema, its description, and its other properties. */
export interface Field extends FieldFacts {
  readonly schema: z.ZodType;
  readonly text: string;
  /** Whether only requests have the field. Default: false. */
  readonly isInput?: true;
}

export type Fields = Readonly<Record<string, Field>>;

type RequestsOf<Of> = Of extends { readonly in: readonly (infer At)[] } ? At : never;

type PlacesOf<Of> = RequestsOf<Of> | (Of extends { readonly isInput: true } ? never : 'response');

/** The properties that nothing reads: unknown ones, and those of requests that do not have the field. */
type Unread<Facts, Known, Schema> =
  | Exclude<keyof Facts, keyof Known>
  | Exclude<RequestPlace, RequestsOf<Facts>>
  | ([RequestsOf<Facts>] extends [never] ? 'input' | 'deprecated' | 'isExtension' : never)
  | ('update' extends RequestsOf<Facts> ? never : 'isMerged')
  | ('create' extends RequestsOf<Facts> ? never : 'default')
  | ([RequestsOf<Facts> & SessionPlace] extends [never] ? 'refersTo' : never)
  | (Facts extends { readonly required: 'create' }
      ? 'create' extends RequestsOf<Facts>
        ? never
        : 'required'
      : never)
  | (Schema extends z.ZodArray ? never : 'maxItems');

/** The type that compile errors name. */
interface NothingReadsThis {
  readonly isRead: false;
}

type Checked<Facts, Known, Schema> = Facts & {
  readonly [Key in keyof Facts & Unread<Facts, Known, Schema>]: NothingReadsThis;
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
): { readonly schema: Schema; readonly text: string; readonly isInput: true } & Facts => ({
  schema,
  text,
  isInput: true,
  ...facts,
});

/** Returns the names of the fields that pass a test, in their order. */
export const findFields = (fields: Fields, test: (facts: Field) => boolean | undefined): string[] =>
  Object.entries(fields).flatMap(([name, facts]) => (test(facts) ? [name] : []));

type VariantSchema<Of, At extends RequestPlace> =
  Of extends Readonly<Record<At, infer Own>>
    ? SchemaOf<Own, Of>
    : Of extends { readonly input: infer Input }
      ? SchemaOf<Input, Of>
      : SchemaOf<unknown, Of>;

type SchemaOf<Differing, Of> = Differing extends z.ZodType
  ? Differing
  : Differing extends readonly [infer Schema extends z.ZodType, string]
    ? Schema
    : Of extends { readonly schema: infer Schema extends z.ZodType }
      ? Schema
      : never;

type RequestSchema<Schema extends z.ZodType, IsRequired> = IsRequired extends true
  ? Schema
  : Schema extends z.ZodDefault
    ? Schema
    : z.ZodOptional<Schema>;

type Tolerant<Schema extends z.ZodType> = ReturnType<typeof tolerant<Schema>>;

type ResponseSchema<Of> = Of extends { readonly schema: infer Schema extends z.ZodType }
  ? Of extends { readonly required: 'response' }
    ? Schema
    : Tolerant<Schema>
  : never;

export type ShapeIn<All extends Fields, At extends Place> = {
  [Name in keyof All as At extends PlacesOf<All[Name]> ? Name : never]: At extends RequestPlace
    ? RequestSchema<VariantSchema<All[Name], At>, All[Name] extends { required: At } ? true : false>
    : ResponseSchema<All[Name]>;
};

/** Returns the schema of a field in responses: it may be absent, and is null if its value is invalid. */
function createResponseSchema({ schema, text, alias, required, maxItems }: Field) {
  const complete = required === 'response' ? schema : tolerant(limitList(schema, maxItems));
  return text ? complete.meta({ description: text, ...(alias && { alias }) }) : complete;
}

/** Returns the schema and the text of a field in a request. */
function getVariant({ schema, text, ...facts }: Field, at: RequestPlace) {
  const variant = facts[at] ?? facts.input ?? [schema, text];
  if (typeof variant === 'string') return [schema, variant] as const;
  return variant instanceof z.ZodType ? ([variant, text] as const) : variant;
}

/** Returns the schema of a field in a request: it may be absent, except from a creation that requires it. */
function createRequestSchema(facts: Field, at: RequestPlace) {
  const [schema, text] = getVariant(facts, at);
  const described = describeRequest(schema, {
    text,
    ...((facts.isExtension === true || facts.isExtension?.includes(at)) && { isExtension: true }),
    ...(at === 'update' && { isMerged: facts.isMerged ?? false }),
    ...(at === 'create' && facts.default !== undefined && { default: facts.default }),
    ...(facts.deprecated && { replacement: facts.deprecated }),
  });
  return facts.required === at || schema instanceof z.ZodDefault ? described : described.optional();
}

export function shapeIn<const All extends Fields, const At extends Place>(
  at: At,
  fields: All,
): ShapeIn<All, At> {
  const entries = Object.entries(fields).flatMap(([name, facts]) => {
    if (at === 'response') return facts.isInput ? [] : [[name, createResponseSchema(facts)]];
    return facts.in?.includes(at) ? [[name, createRequestSchema(facts, at)]] : [];
  });
  // TypeScript cannot infer the type of an object that is built key by key.
  return Object.fromEntries(entries) as ShapeIn<All, At>;
}

/** The id of a record. */
export const ID = field(Id, 'Id of the record.', { required: 'response' });

export const TIMESTAMPS = {
  createdAt: field(Timestamp, 'When the record was created.'),
  updatedAt: field(Timestamp, 'When the record last changed.'),
};
