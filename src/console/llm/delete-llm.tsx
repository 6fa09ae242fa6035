import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  type LlmFieldsFragment,
  useDeleteLlmMutation,
  useLlmQuery,
  useLlmsQuery,
  usePersonaQuery,
} from '../../hooks/index.ts';
import { DeleteButton } from '../shell/delete-button.tsx';

/** Deletes a custom LLM after confirmation. */
export function DeleteLlm({ llm }: { readonly llm: LlmFieldsFragment }) {
  const { id, displayName } = llm;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useDeleteLlmMutation({
    onSuccess: async () => {
      navigate('/llms');
      client.removeQueries({ queryKey: useLlmQuery.getKey({ id }) });
      await client.invalidateQueries({ queryKey: useLlmsQuery.getKey() });
      // Personas show the names of their LLMs.
      await client.invalidateQueries({ queryKey: usePersonaQuery.getKey() });
    },
  });
  return (
    <DeleteButton
      noun="LLM"
      name={displayName ?? id}
      warning="Personas that use it keep its id."
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    />
  );
}
