import type { ReactNode } from 'react';
import type { UpdateShareLinkInput } from '../../hooks/index.ts';
import type { FormFields } from '../shell/draft.ts';
import { FieldError, readNumber } from '../shell/field-error.ts';
import type { createFormFields } from '../shell/form-fields.ts';
import { TextField } from '../shell/text-field.tsx';

/** How long and how often a share link can be used, as typed. */
export type Limits = Readonly<Record<keyof FormFields<UpdateShareLinkInput>, string>>;

const DURATIONS = [
  { id: '1', name: '1 hour' },
  { id: '24', name: '1 day' },
  { id: '168', name: '1 week' },
  { id: '720', name: '30 days' },
  { id: '8760', name: '1 year' },
];

export const createLimitFields = (
  field: ReturnType<typeof createFormFields<Limits>>,
  hints: Readonly<Record<keyof Limits, string>>,
): Readonly<Record<keyof Limits, ReactNode>> => ({
  expiresInHours: (
    <TextField
      label="Expires in (hours)"
      hint={hints.expiresInHours}
      inputMode="decimal"
      choices={DURATIONS}
      {...field('expiresInHours')}
    />
  ),
  usageLimit: (
    <TextField
      label="Number of uses"
      hint={hints.usageLimit}
      inputMode="numeric"
      {...field('usageLimit')}
    />
  ),
});

/**
 * Reads a limit as typed.
 * @throws FieldError if it is not a number.
 */
export function readLimit(name: string, text: unknown): number {
  const path = `input.${name}`;
  const number = readNumber(String(text), path);
  if (number === undefined) throw new FieldError(path, 'Enter a number.');
  return number;
}
