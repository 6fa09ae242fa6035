import { z } from 'zod';

/**
 * Returns a function that returns the compiled schema, and compiles it when it is first called: most schemas are never
 * used, and compiling all of them would delay the start or the first response.
 */
export function compileOnUse<Schema extends z.ZodType>(getSchema: () => Schema): () => Schema {
  let compiled: Schema | undefined;
  return () => {
    compiled ??= z.compile(getSchema());
    return compiled;
  };
}
