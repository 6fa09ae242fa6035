import { z } from 'zod';
import { listWords } from '../contract/resource.ts';
import { detectFileType, SIGNATURE_BYTES } from '../shared/file-type.ts';
import { builder } from './builder.ts';
import { createInputFields } from './fields.ts';

/**
 * Sets the type of an image or a recording by its content. Browsers, phones and curl send names such as image/jpg, generic
 * types or none, which the upstream rejects.
 */
async function setDetectedType(file: File): Promise<File> {
  const start = await file.slice(0, SIGNATURE_BYTES).arrayBuffer();
  const type = detectFileType(new Uint8Array(start)) ?? file.type;
  return type === file.type ? file : new File([file], file.name, { type });
}

type Texts = Readonly<Record<string, z.ZodType<string>>>;

/** A file, or a text instead, such as its URL. */
type Source<Names extends string> =
  | { readonly file: File }
  | { [Name in Names]: { readonly [Key in Name]: string } }[Names];

/**
 * Creates the schema of a file or a text instead. Not every GraphQL engine enforces @oneOf in variables.
 * @param file applied after the type is detected.
 * @param texts the schemas of the texts, such as a URL.
 */
export function createSourceSchema<Schemas extends Texts>(file: z.ZodType<File>, texts: Schemas) {
  const shape = Object.fromEntries(
    Object.entries<z.ZodType<string>>(texts).map(([name, schema]) => [name, schema.optional()]),
  );
  const names = ['file', ...Object.keys(texts)];
  return z
    .object({
      file: z.preprocess(
        (value) => (value instanceof File ? setDetectedType(value) : value),
        file.optional(),
      ),
      ...shape,
    })
    .transform((values, context): Source<keyof Schemas & string> => {
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      // TypeScript does not infer the keys of an object that is built from entries.
      if (given.length === 1) return Object.fromEntries(given) as Source<keyof Schemas & string>;
      const message = `Exactly one of ${listWords(names)} is required.`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

/** Creates the input type of a file or a text instead, with the descriptions of the contract. */
export const createSourceType = (name: string, description: string, schemas: z.ZodRawShape) =>
  builder.inputType(name, {
    description,
    isOneOf: true,
    fields: () => createInputFields(z.object(schemas).partial().shape, { file: 'Upload' }),
  });
