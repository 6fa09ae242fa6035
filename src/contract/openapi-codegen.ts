import { openapi } from './openapi.ts';

/** The plugin of the code generator that prints the contract; it needs nothing of the graph. */
export const plugin = (): string => `${JSON.stringify(openapi(), null, 2)}\n`;
