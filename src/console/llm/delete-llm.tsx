import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  getResourceKey,
  type LlmFieldsFragment,
  useDeleteLlmMutation,
  useLlmQuery,
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
      await client.invalidateQueries({ queryKey: getResourceKey('Llm') });
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
