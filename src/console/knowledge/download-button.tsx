import { useMutation } from '@tanstack/react-query';
import {
  type AnyApiError,
  KnowledgeDownloadDocument,
  type KnowledgeDownloadQuery,
  useClient,
} from '../../hooks/index.ts';
import { Failure } from '../shell/failure.tsx';

/** Downloads a file by the browser, which takes its name from the response or from here. */
function download(url: string, name: string) {
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name, rel: 'noreferrer' });
  link.click();
}

/** Downloads a document. Its URL is valid for a short time, so it is requested when it is needed and not kept. */
export function DownloadButton({ id, name }: { readonly id: string; readonly name: string }) {
  const client = useClient();
  const { mutate, data, error, isPending } = useMutation<KnowledgeDownloadQuery, AnyApiError>({
    mutationFn: () => client.request(KnowledgeDownloadDocument, { id }),
    gcTime: 0,
    onSuccess: ({ knowledgeDocument }) => {
      const url = knowledgeDocument?.downloadUrl;
      if (url) download(url, name);
    },
  });
  const isMissing = data && !data.knowledgeDocument?.downloadUrl;
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={`Download ${name}`}
        disabled={isPending}
        onClick={() => mutate()}
      >
        Download
      </button>
      {error && <Failure error={error} />}
      {isMissing && (
        <p role="alert" className="issue">
          The service has no file of this document.
        </p>
      )}
    </>
  );
}
