import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  getResourceKey,
  type PersonaFieldsFragment,
  useDeletePersonaMutation,
  usePersonaQuery,
} from '../../hooks/index.ts';
import { DeleteButton } from '../shell/delete-button.tsx';
import { refreshUsage } from '../tool/refresh-usage.ts';

/** Deletes a persona after confirmation. */
export function DeletePersona({ persona }: { readonly persona: PersonaFieldsFragment }) {
  const { id, name } = persona;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useDeletePersonaMutation({
    onSuccess: async () => {
      navigate('/');
      client.removeQueries({ queryKey: usePersonaQuery.getKey({ id }) });
      await client.invalidateQueries({ queryKey: getResourceKey('Persona') });
      await refreshUsage(client);
    },
  });
  return (
    <DeleteButton
      noun="persona"
      name={name ?? id}
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    />
  );
}
