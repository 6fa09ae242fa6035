/** A document that creates an avatar from the uploaded file `$file`. */
export const CREATE_AVATAR =
  'mutation Upload($file: Upload!) { createAvatar(input: { displayName: "Ada", image: { file: $file } }) { avatar { id } } }';

/** Creates a GraphQL multipart request, with `files` by the path of their variable. */
export function multipart(operations: object, files: Record<string, File>): FormData {
  const body = new FormData();
  const paths = Object.keys(files).map((path, index) => [index, [`variables.${path}`]]);
  body.set('operations', JSON.stringify(operations));
  body.set('map', JSON.stringify(Object.fromEntries(paths)));
  for (const [index, file] of Object.values(files).entries()) body.set(String(index), file);
  return body;
}

/** Creates the request that creates an avatar from an image. */
export const createAvatarForm = (image: File): FormData =>
  multipart({ query: CREATE_AVATAR, variables: { file: null } }, { file: image });
