import { z } from 'zod';
import { PolicyFile } from './policy-schema.ts';

/** The plugin of the code generator that prints the JSON Schema of the policy file, for editors. */
export const plugin = (): string => {
  const schema = z.toJSONSchema(PolicyFile, { io: 'input' });
  return `${JSON.stringify({ title: 'Policy of avatar-graphql', ...schema }, null, 2)}\n`;
};
