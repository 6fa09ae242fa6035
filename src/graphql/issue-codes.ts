import type { z } from 'zod';

/** All codes of validation issues, with their descriptions in the enum IssueCode of the schema. */
export const ISSUE_CODES = {
  INVALID: 'The value breaks the rule that the message states.',
  INVALID_TYPE: 'The value is missing or has the wrong type.',
  INVALID_VALUE: 'The value is not one of the allowed values.',
  INVALID_FORMAT: 'The text does not have the required format.',
  TOO_SMALL: 'The number is too small, or the text or list is too short.',
  TOO_LARGE: 'The number or file is too large, or the text or list is too long.',
  UNKNOWN_FIELD: 'The object has a field that does not exist.',
  NULL_NOT_ALLOWED: 'Null does not clear the field.',
  NOT_FOUND: 'No record has this id.',
  UNSUPPORTED: 'A session configuration cannot have this setting.',
  REDACTED: 'The value is the placeholder of a secret. Send the secret itself.',
} as const;

export type IssueCode = keyof typeof ISSUE_CODES;

/** The codes for the rules of zod. Live services use the same names. */
const BY_RULE: Readonly<Record<z.core.$ZodIssue['code'], IssueCode>> = {
  invalid_type: 'INVALID_TYPE',
  invalid_value: 'INVALID_VALUE',
  not_multiple_of: 'INVALID_VALUE',
  invalid_format: 'INVALID_FORMAT',
  too_small: 'TOO_SMALL',
  too_big: 'TOO_LARGE',
  unrecognized_keys: 'UNKNOWN_FIELD',
  invalid_key: 'INVALID',
  invalid_element: 'INVALID',
  invalid_union: 'INVALID',
  custom: 'INVALID',
};

/** The codes for the rules of pydantic that say what is missing or unknown. */
const BY_FURTHER_RULE = { missing: 'INVALID_TYPE', extra_forbidden: 'UNKNOWN_FIELD' } as const;

const codesByName = new Map<string, IssueCode>(Object.entries({ ...BY_RULE, ...BY_FURTHER_RULE }));

const isIssueCode = (code: string): code is IssueCode => Object.hasOwn(ISSUE_CODES, code);

/** Returns the code for a rule of zod or of the upstream: INVALID for an unknown one. */
export const toIssueCode = (rule: string): IssueCode =>
  isIssueCode(rule) ? rule : (codesByName.get(rule) ?? 'INVALID');
