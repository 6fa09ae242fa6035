/** Reads all fields of a record, which it has on access. Absent ones are left out. */
export function readFields(record: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in record) {
    const value: unknown = Reflect.get(record, name);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
