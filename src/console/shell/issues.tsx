import type { AnyApiError } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';

const pathOf = (path: readonly (string | number)[]) => path.join('.');

/** What the API says of the field at a path of its arguments, such as `input.name`, and of what is below it. */
export const issuesAt = (error: AnyApiError | null, path: string): readonly string[] =>
  error?.code === 'BAD_USER_INPUT'
    ? error.issues
        .filter((issue) => `${pathOf(issue.path)}.`.startsWith(`${path}.`))
        .map(({ message }) => message)
    : [];

/** Puts the focus into the field at a path, or the closest one around it. */
function focusField(path: readonly (string | number)[]) {
  for (let length = path.length; length > 0; length -= 1) {
    const field = document.getElementById(pathOf(path.slice(0, length)));
    if (field) return field.focus();
  }
}

/** Why a form was refused: every broken rule, each leading to its field. */
export function FormFailure({ error }: { readonly error: AnyApiError | null }) {
  if (!error) return null;
  if (error.code !== 'BAD_USER_INPUT' || error.issues.length === 0)
    return <Failure error={error} />;
  return (
    <div role="alert" className="failure">
      <strong>Not yet</strong>
      <ul>
        {error.issues.map(({ path, message }) => (
          <li key={`${pathOf(path)} ${message}`}>
            <button type="button" className="link" onClick={() => focusField(path)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
