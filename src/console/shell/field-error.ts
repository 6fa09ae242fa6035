import { useState } from 'react';

/** A field cannot be read, for example because it is not valid JSON. */
export class FieldError extends Error {
  /** Path of the field in the API's arguments. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Keeps the field that cannot be read. `attempt` runs `work` and keeps its FieldError; other errors are thrown. */
export function useFieldError() {
  const [fieldError, setFieldError] = useState<FieldError>();
  const attempt = (work: () => void) => {
    setFieldError(undefined);
    try {
      work();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      setFieldError(error);
    }
  };
  return { fieldError, attempt };
}

/**
 * Reads a number as typed; undefined if the text is empty.
 * @throws FieldError if the text is not a number.
 */
export function readNumber(text: string, path: string): number | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new FieldError(path, 'Enter a number.');
  return number;
}

/**
 * Reads a number as typed.
 * @throws FieldError if the text is not a number, or empty.
 */
export function requireNumber(text: string, path: string): number {
  const number = readNumber(text, path);
  if (number === undefined) throw new FieldError(path, 'Enter a number.');
  return number;
}
