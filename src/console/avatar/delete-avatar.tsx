import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  type AvatarFieldsFragment,
  getResourceKey,
  useAvatarQuery,
  useDeleteAvatarMutation,
} from '../../hooks/index.ts';
import { DeleteButton } from '../shell/delete-button.tsx';

/** Deletes an avatar after confirmation. */
export function DeleteAvatar({ avatar }: { readonly avatar: AvatarFieldsFragment }) {
  const { id, displayName } = avatar;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useDeleteAvatarMutation({
    onSuccess: async () => {
      navigate('/avatars');
      client.removeQueries({ queryKey: useAvatarQuery.getKey({ id }) });
      await client.invalidateQueries({ queryKey: getResourceKey('Avatar') });
    },
  });
  return (
    <DeleteButton
      noun="avatar"
      name={displayName ?? id}
      warning="Personas that use it keep its id."
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    />
  );
}
