/** The fields of an input that forms edit: all but the keys that the API does not know. */
export type FormFields<Input> = Omit<Input, 'extra'>;

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Converts the fields of a draft to the input of a creation, without empty fields. */
export const toCreateInput = <Input extends object>(fields: object): Input =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, trim(value)] as const)
      .filter(([, value]) => !isEmpty(value)),
    // As below.
  ) as Input;

/**
 * Returns the fields that a draft changes, as the input of an update. Unchanged fields are not sent, so that they do not
 * overwrite others' changes.
 * @param read returns what is sent for a changed field. Default: the value, trimmed if it is a text.
 */
export const getChangedFields = <Draft extends object, Input extends object>(
  original: Draft,
  draft: Draft,
  read: (name: string, value: unknown) => unknown = (_, value) => value,
): Input =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(([name, value]) => {
        const saved: unknown = Reflect.get(original, name);
        if (isEmpty(trim(value)) && isEmpty(saved)) return false;
        return ![value, trim(value)]
          .map((sent) => JSON.stringify(sent))
          .includes(JSON.stringify(saved));
      })
      .map(([name, value]) => [name, read(name, trim(value))]),
    // The fields of a draft are those of the input, which TypeScript does not know of an object built from entries.
  ) as Input;

/** Creates a draft with the values of a record. Fields without a value are as in the empty draft. */
export const createDraft = <Draft extends object>(emptyDraft: Draft, record: object): Draft => ({
  ...emptyDraft,
  ...Object.fromEntries(
    Object.keys(emptyDraft).flatMap((name) => {
      const value: unknown = Reflect.get(record, name);
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  ),
});
