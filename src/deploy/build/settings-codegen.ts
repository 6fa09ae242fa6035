import { environmentExample, readme, reference } from './settings-text.ts';

const TEXTS = { environmentExample, readme, reference };

/** A code generator plugin that prints the settings. It ignores the schema. */
export const plugin = (
  _schema: unknown,
  _documents: unknown,
  { text }: { readonly text: keyof typeof TEXTS },
): string => TEXTS[text]();
