import type { AnyApiError } from '../../hooks/index.ts';
import { issuesAt } from './issues.tsx';

/**
 * What ties a control of a form to the field of a draft that it edits, and to what the API found wrong with that field
 * of the mutation's `input`.
 */
export const formFields =
  <Draft>(draft: Draft, change: (draft: Draft) => void, error: AnyApiError | null) =>
  <Name extends keyof Draft & string>(name: Name) => ({
    path: `input.${name}`,
    value: draft[name],
    issues: issuesAt(error, `input.${name}`),
    onChange: (value: Draft[Name]) => change({ ...draft, [name]: value }),
  });
