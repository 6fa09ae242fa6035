/** Since version 17, graphql-js writes the path before the value; until then, after the value and with the name. */
const MESSAGE =
  /^Variable "\$(\w+)"(?: has invalid value(?: at ([\w.[\]]+))?: |.* at "([\w.[\]]+)")?/s;

/**
 * Returns the path of an error about a variable, such as `input.items[0].name`; the variable's name if the error is about
 * all of it. graphql-js reports it only in the message.
 */
export function findVariablePath(message: string): string {
  const [, name = '', below = '', path = `${name}${below}`] = MESSAGE.exec(message) ?? [];
  return path;
}

/** Splits a path into names and numbers. */
export const splitVariablePath = (path: string): readonly (string | number)[] =>
  path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
