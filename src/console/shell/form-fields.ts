import type { AnyApiError } from '../../hooks/index.ts';
import { getIssues } from './issues.tsx';

/**
 * Creates the props of a control for one field of a draft, with the API's issues for that field of the mutation's
 * `input`.
 */
export const createFormFields =
  <Draft>(draft: Draft, change: (draft: Draft) => void, error: AnyApiError | null) =>
  <Name extends keyof Draft & string>(name: Name) => ({
    path: `input.${name}`,
    value: draft[name],
    issues: getIssues(error, `input.${name}`),
    onChange: (value: Draft[Name]) => change({ ...draft, [name]: value }),
  });
