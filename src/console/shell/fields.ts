import type { ComponentType, ReactNode } from 'react';
import { capitalize } from './format.tsx';
import { FieldError, formatJson, isObject, type JsonObject, readJsonObject } from './parse.ts';

/** What the contract says of a field of an input. `npm run generate` writes it to form-fields.ts. */
export interface Definition {
  readonly kind:
    | 'text'
    | 'url'
    | 'secret'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'enum'
    | 'json'
    | 'time'
    | 'list'
    | 'object';
  readonly label: string;
  readonly hint: ReactNode;
  readonly isRequired: boolean;
  /** The values of an enum, with their names for users. */
  readonly values?: Readonly<Record<string, string>>;
  /** What an update sends for no value. Default: null. */
  readonly cleared?: unknown;
}

/** What is typed in a form, by the names of its fields. Numbers and JSON are kept as text. */
export type Draft = Readonly<Record<string, unknown>>;

/** The properties of a custom control. */
export interface ControlProps<Value> {
  readonly path: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly isRequired: boolean;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly issues: readonly string[];
}

/** A field that is not typed as its kind is. What is left out is as for its kind, which is then one of a text. */
export interface Custom<Value> {
  readonly Control?: ComponentType<ControlProps<Value>>;
  /** Returns what is typed for a saved value; undefined for none. */
  readonly toDraft?: (saved: unknown) => Value;
  /** Returns what is sent; undefined for no value. @throws FieldError at the path if it cannot be read. */
  readonly read?: (value: Value, path: string) => unknown;
}

/** A field of a form. What the form says replaces what the contract says. */
export interface FormField extends Definition {
  /** Its place in the input, such as `config.client.parameters`. */
  readonly name: string;
  /** Whether it holds an id, an address or code. Default: by its kind. */
  readonly isCode?: boolean;
  /** Number of rows; absent: a single line. */
  readonly rows?: number;
  readonly suggestions?: readonly (string | number)[];
  /** The value in a new record that the service uses, too, if none is sent. A text is sent. */
  readonly initial?: unknown;
  /** Title of the folded part of the form that it is in. Default: none. */
  readonly group?: string;
  /** Whether it is part of the input. Default true. */
  readonly isSent?: boolean;
  /** Whether the form has it. What it does not have is not sent. Default: always. */
  readonly isShown?: (draft: Draft) => boolean;
  readonly custom?: Custom<unknown>;
  /** Whether a file is uploaded in it. Default false. */
  readonly isFile?: boolean;
}

/** Creates the view of a field with a custom control. */
export const withControl = <Value>(custom: Custom<Value>): Pick<FormField, 'custom'> => ({
  // Only what its own functions return is passed to them.
  custom: custom as unknown as Custom<unknown>,
});

/** What may follow the label in a hint, and what of it says more: limits or examples. */
const REST = /^(?: of the [\w ]{1,40})?(?: \(([^()]+)\)|, ((?:at most|for example) [^.]+))?\.$/;

/** Leaves out what repeats the label: of `Name of the group (1 to 100 characters).`, the limits remain. */
function shortenHint(hint: ReactNode, labels: readonly string[]): ReactNode {
  if (typeof hint !== 'string') return hint;
  const text = hint.replace(/^The /, '');
  const rest = labels
    .filter((label) => text.toLowerCase().startsWith(label.toLowerCase()))
    .map((label) => REST.exec(text.slice(label.length)))
    .find((match) => match !== null);
  if (!rest) return hint;
  const more = rest[1] ?? rest[2];
  return more && `${capitalize(more)}.`;
}

const TEXT = { kind: 'text', label: '', hint: '', isRequired: false } as const;

/** What a form says of a field. Instead, an object of fields has the fields inside it. */
type FieldView = Partial<FormField> | readonly FormField[];

/** Creates the fields of a form, in the order of the views. The compiler reports a field of the input without a view. */
export const createFields = <Name extends string>(
  definitions: Readonly<Record<Name, Definition>>,
  views: Readonly<Record<NoInfer<Name>, FieldView>> & Readonly<Record<string, FieldView>>,
): readonly FormField[] => {
  const known = new Map(Object.entries<Definition>(definitions));
  return Object.entries<FieldView>(views).flatMap(([name, view]) => {
    if ('map' in view) return view.map((inner) => ({ ...inner, name: `${name}.${inner.name}` }));
    const field = { ...TEXT, ...known.get(name), ...view, name };
    const labels = [field.label, known.get(name)?.label ?? ''];
    return [{ ...field, hint: shortenHint(field.hint, labels) }];
  });
};

/** Creates fields of which the contract says nothing. */
export const defineFields = (views: Readonly<Record<string, FieldView>>): readonly FormField[] =>
  createFields({}, views);

/** The fields of the options of a session. Services enable its replay by default. */
export const REPLAY = defineFields({
  'sessionReplay.enableSessionReplay': {
    label: 'Enable session replay',
    kind: 'boolean',
    initial: true,
  },
});

/** Returns a value inside an object, such as `config.url`. */
const readPath = (object: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (isObject(value) ? value[key] : undefined), object);

function writePath(object: JsonObject, [first = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) {
    object[first] = value;
    return;
  }
  const inner = object[first];
  const child = isObject(inner) ? inner : {};
  object[first] = child;
  writePath(child, rest, value);
}

/** Creates the draft of a saved record, or of a new one with some values. */
export const createDraft = (fields: readonly FormField[], saved: object, isNew: boolean): Draft =>
  Object.fromEntries(
    fields.map(({ name, kind, custom, initial }) => {
      const value = readPath(saved, name) ?? (isNew ? initial : undefined);
      if (custom?.toDraft) return [name, custom.toDraft(value)];
      if (kind === 'boolean') return [name, value === true];
      if (kind === 'json') return [name, formatJson(value)];
      return [name, value === undefined || value === null ? '' : String(value)];
    }),
  );

function readNumber(text: string, kind: 'number' | 'integer', path: string): number {
  const number = Number(text);
  if (kind === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) return number;
  throw new FieldError(path, kind === 'integer' ? 'Enter a whole number.' : 'Enter a number.');
}

/**
 * Returns what is sent for a value as typed; undefined for none. The API says what is wrong with it.
 * @throws FieldError if it cannot be read.
 */
function readValue({ kind, custom }: FormField, value: unknown, path: string): unknown {
  if (custom?.read) return custom.read(value, path);
  if (typeof value !== 'string') return value;
  const text = kind === 'secret' ? value : value.trim();
  if (text === '') return undefined;
  if (kind === 'number' || kind === 'integer') return readNumber(text, kind, path);
  if (kind === 'json') return readJsonObject(text, path);
  return kind === 'time' ? new Date(text).toISOString() : text;
}

export const getFieldPath = ({ name }: FormField): string => `input.${name}`;

const getFirst = (name: string): string => name.split('.')[0] ?? '';

interface ReadOptions {
  /** Whether a field differs from the saved record. Absent for a new record. */
  readonly isDirty?: ((name: string) => boolean) | undefined;
  /** Returns a secret, which no draft has. Default: none is typed. */
  readonly readSecret?: (name: string) => string;
}

/**
 * Reads the input of a mutation from a draft: of a new record without what is empty, and of an update only what was
 * changed, where an object is sent as a whole. Also returns the fields that cannot be read.
 */
export function readDraft(fields: readonly FormField[], draft: Draft, options: ReadOptions = {}) {
  const { isDirty, readSecret = () => '' } = options;
  const input: JsonObject = {};
  const problems: FieldError[] = [];
  const changed = new Set(
    fields.filter(({ name }) => isDirty?.(name)).map(({ name }) => getFirst(name)),
  );
  const sent = fields.filter(({ isSent = true, isShown }) => isSent && (isShown?.(draft) ?? true));
  for (const field of sent) {
    const { name, kind, initial, cleared = null, isRequired } = field;
    const path = getFieldPath(field);
    const first = getFirst(name);
    const isSecret = kind === 'secret';
    const typed = isSecret ? readSecret(name) : draft[name];
    if (isDirty && !(isSecret ? typed !== '' : changed.has(first))) continue;
    try {
      const value = readValue(field, typed, path);
      if (isRequired && value === undefined) throw new FieldError(path, 'A value is required.');
      const isDefault =
        (kind === 'boolean' && value === (initial ?? false)) ||
        (Array.isArray(value) && value.length === 0 && !isRequired);
      const isUnset = value === undefined || (!isDirty && isDefault);
      if (isDirty && name === first) input[name] = value ?? cleared;
      else if (!isUnset) writePath(input, name.split('.'), value);
      // An object that is changed is sent even without fields.
      else if (isDirty && name !== first) input[first] ??= {};
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      problems.push(error);
    }
  }
  return { input, problems };
}
