import { environmentExample, readme, reference } from './settings-text.ts';

const TEXTS = { environmentExample, readme, reference };

/** The plugin of the code generator that prints the settings; it needs nothing of the graph. */
export const plugin = (
  _schema: unknown,
  _documents: unknown,
  { text }: { readonly text: keyof typeof TEXTS },
): string => TEXTS[text]();
