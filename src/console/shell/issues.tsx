import type { AnyApiError } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';

const joinPath = (path: readonly (string | number)[]) => path.join('.');

/** Returns the API's issues for a path in its arguments, such as `input.name`, and the paths below it. */
export const getIssues = (error: AnyApiError | null, path: string): readonly string[] =>
  error?.code === 'BAD_USER_INPUT'
    ? error.issues
        .filter((issue) => `${joinPath(issue.path)}.`.startsWith(`${path}.`))
        .map(({ message }) => message)
    : [];

/** Focuses the field at a path, or the closest one above it. */
function focusField(path: readonly (string | number)[]) {
  for (let length = path.length; length > 0; length -= 1) {
    const field = document.getElementById(joinPath(path.slice(0, length)));
    if (field) return field.focus();
  }
}

/** Lists the reasons why a form was rejected, each linked to its field. */
export function FormFailure({ error }: { readonly error: AnyApiError | null }) {
  if (!error) return null;
  if (error.code !== 'BAD_USER_INPUT' || error.issues.length === 0)
    return <Failure error={error} />;
  return (
    <div role="alert" className="failure">
      <strong>Validation failed</strong>
      <ul>
        {error.issues.map(({ path, message }) => (
          <li key={`${joinPath(path)} ${message}`}>
            <button type="button" className="link" onClick={() => focusField(path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
