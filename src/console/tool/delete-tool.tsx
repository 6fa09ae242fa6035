import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  getResourceKey,
  type ToolFieldsFragment,
  useDeleteToolMutation,
  useToolQuery,
} from '../../hooks/index.ts';
import { DeleteButton } from '../shell/delete-button.tsx';

/** Deletes a tool after confirmation. */
export function DeleteTool({ tool }: { readonly tool: ToolFieldsFragment }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useDeleteToolMutation({
    onSuccess: async () => {
      navigate('/tools');
      client.removeQueries({ queryKey: useToolQuery.getKey({ id: tool.id }) });
      await client.invalidateQueries({ queryKey: getResourceKey('Tool') });
    },
  });
  const uses = tool.usageCount ?? 0;
  const warning = `${uses} ${uses === 1 ? 'persona uses' : 'personas use'} it.`;
  return (
    <DeleteButton
      noun="tool"
      name={tool.name ?? tool.id}
      warning={uses > 0 ? warning : ''}
      error={error}
      isPending={isPending}
      onConfirm={() => mutate({ id: tool.id })}
    />
  );
}
