import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  getResourceKey,
  useDeleteVoiceMutation,
  useVoiceQuery,
  type VoiceFieldsFragment,
} from '../../hooks/index.ts';
import { DeleteButton } from '../shell/delete-button.tsx';

/** Deletes a voice after confirmation. */
export function DeleteVoice({ voice }: { readonly voice: VoiceFieldsFragment }) {
  const { id, displayName } = voice;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useDeleteVoiceMutation({
    onSuccess: async () => {
      navigate('/voices');
      client.removeQueries({ queryKey: useVoiceQuery.getKey({ id }) });
      await client.invalidateQueries({ queryKey: getResourceKey('Voice') });
    },
  });
  return (
    <DeleteButton
      noun="voice"
      name={displayName ?? id}
      warning="Personas that use it keep its id."
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    />
  );
}
