// The recipes of src/hooks/README.md, which contains one of them.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AvatarFieldsFragment,
  getResourceKey,
  useCreateAvatarMutation,
  useKnowledgeDocumentQuery,
  useUpdateAvatarMutation,
} from '../../../src/hooks/index.ts';

export function AvatarName({ avatar }: { avatar: AvatarFieldsFragment }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useUpdateAvatarMutation({
    onSettled: () => queryClient.invalidateQueries({ queryKey: getResourceKey('Avatar') }),
  });
  const rename = () => mutate({ id: avatar.id, input: { displayName: 'Renamed' } });
  return (
    <button type="button" onClick={rename}>
      {isPending ? variables.input.displayName : avatar.displayName}
    </button>
  );
}

export function DocumentStatus({ id }: { id: string }) {
  const { data, error } = useKnowledgeDocumentQuery(
    { id },
    {
      refetchInterval: ({ state }) => {
        const status = state.data?.knowledgeDocument?.status;
        return status === 'UPLOADED' || status === 'PROCESSING' ? 2000 : false;
      },
    },
  );
  return <p role="status">{error?.message ?? data?.knowledgeDocument?.status}</p>;
}

export function UploadAvatar() {
  const [progress, setProgress] = useState(0);
  const { mutate, isPending, error } = useCreateAvatarMutation();
  const upload = (file: File) =>
    mutate({ input: { displayName: 'Ada', image: { file } }, onUploadProgress: setProgress });
  return (
    <>
      <input type="file" onChange={({ target }) => target.files?.[0] && upload(target.files[0])} />
      {isPending && <progress value={progress} />}
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}
