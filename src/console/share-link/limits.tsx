import type { ReactNode } from 'react';
import type { UpdateShareLinkInput } from '../../hooks/index.ts';
import { TextField } from '../shell/controls.tsx';
import { type createFormFields, type FormFields, requireNumber } from '../shell/draft-form.tsx';

/** How long and how often a share link can be used, as typed. */
export type Limits = Readonly<Record<keyof FormFields<UpdateShareLinkInput>, string>>;

const DURATIONS = { 1: '1 hour', 24: '1 day', 168: '1 week', 720: '30 days', 8760: '1 year' };

export const createLimitFields = (
  field: ReturnType<typeof createFormFields<Limits>>,
  hints: Readonly<Record<keyof Limits, string>>,
): Readonly<Record<keyof Limits, ReactNode>> => ({
  expiresInHours: (
    <TextField
      label="Expires in (hours)"
      hint={hints.expiresInHours}
      inputMode="decimal"
      suggestions={DURATIONS}
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
export const readLimit = (name: string, text: unknown): number =>
  requireNumber(String(text), `input.${name}`);
