import {
  type AvatarFieldsFragment,
  type UpdateAvatarInput,
  useUpdateAvatarMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { type FormFields, RenameForm } from '../shell/draft-form.tsx';
import { useRefresh } from '../shell/query.ts';

export function RenameAvatar({ avatar }: { readonly avatar: AvatarFieldsFragment }) {
  const { id } = avatar;
  const refresh = useRefresh();
  const { mutate, ...mutation } = useUpdateAvatarMutation({ onSuccess: () => refresh('Avatar') });
  return (
    <RenameForm
      path="input.displayName"
      hint={FIELDS.CreateAvatarInput.displayName.hint}
      name={avatar.displayName}
      onRename={(displayName) => {
        // The compiler reports a further field.
        const input: Required<FormFields<UpdateAvatarInput>> = { displayName };
        mutate({ id, input });
      }}
      {...mutation}
    />
  );
}
