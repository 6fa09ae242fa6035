import type { AnyApiError } from '../../hooks/index.ts';
import type { FieldError } from './field-error.ts';
import { getIssues } from './issues.tsx';

interface FormFieldOptions {
  /** Path of the draft in the mutation's arguments. Default `input`. */
  readonly prefix?: string;
  readonly fieldError?: FieldError | undefined;
}

/**
 * Creates the props of a control for one field of a draft, with the API's issues for that field of the mutation's
 * `input`.
 */
export const createFormFields =
  <Draft>(
    draft: Draft,
    change: (draft: Draft) => void,
    error: AnyApiError | null,
    { prefix = 'input', fieldError }: FormFieldOptions = {},
  ) =>
  <Name extends keyof Draft & string>(name: Name) => {
    const path = `${prefix}.${name}`;
    const ownIssues = fieldError?.path === path ? [fieldError.message] : [];
    return {
      path,
      value: draft[name],
      issues: [...ownIssues, ...getIssues(error, path)],
      onChange: (value: Draft[Name]) => change({ ...draft, [name]: value }),
    };
  };
