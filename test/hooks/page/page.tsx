import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  ClientProvider,
  createClient,
  getNodes,
  queryDefaults,
  useAvatarQuery,
  useAvatarsQuery,
  useCreateAvatarMutation,
  useDeleteAvatarMutation,
  useInfiniteAvatarsQuery,
  useInfinitePersonasQuery,
  useKnowledgeGroupPolling,
  useKnowledgeGroupsQuery,
  useOptimisticDelete,
  useOptimisticUpdate,
  useSessionTranscriptPolling,
  useSuspenseInfiniteVoicesQuery,
  useUpdateAvatarMutation,
  useUploadKnowledgeDocumentMutation,
  useUploadVoiceMutation,
} from '../../../src/hooks/index.ts';
import { countListeners } from '../count-listeners.ts';

/** An infinite list, with the hook's own page parameters. */
function Personas() {
  const { data, fetchNextPage, hasNextPage } = useInfinitePersonasQuery(
    { first: 10 },
    { select: getNodes },
  );
  return (
    <section aria-label="Personas">
      {data?.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {hasNextPage && (
        <button type="button" onClick={() => fetchNextPage()}>
          More
        </button>
      )}
    </section>
  );
}

/** An infinite list that suspends. */
function Voices() {
  const { data, fetchNextPage, hasNextPage } = useSuspenseInfiniteVoicesQuery({ first: 5 });
  return (
    <section aria-label="Voices">
      {data.pages
        .flatMap(({ voices }) => voices?.nodes ?? [])
        .map(({ id, displayName }) => (
          <li key={id}>{displayName}</li>
        ))}
      {hasNextPage && (
        <button type="button" onClick={() => fetchNextPage()}>
          More
        </button>
      )}
    </section>
  );
}

/** A list of avatars, and the first of them as a record that can be renamed and deleted. */
function Avatars() {
  const { data } = useAvatarsQuery({ first: 3 });
  const connection = useInfiniteAvatarsQuery({ first: 3 }, { select: getNodes });
  const first = data?.avatars?.nodes[0];
  const [id, setId] = useState<string>();
  const { data: chosen } = useAvatarQuery({ id: id ?? '' }, { enabled: id !== undefined });
  const update = useUpdateAvatarMutation(useOptimisticUpdate('Avatar'));
  const remove = useDeleteAvatarMutation(useOptimisticDelete('Avatar'));
  return (
    <section aria-label="Avatars">
      <ul>
        {data?.avatars?.nodes.map((avatar) => (
          <li key={avatar.id}>{avatar.displayName}</li>
        ))}
      </ul>
      <ol>
        {connection.data?.map((avatar) => (
          <li key={avatar.id}>{avatar.displayName}</li>
        ))}
      </ol>
      <h2>{chosen?.avatar?.displayName}</h2>
      <button type="button" onClick={() => setId(first?.id)}>
        Choose
      </button>
      <button
        type="button"
        onClick={() => update.mutate({ id: id ?? '', input: { displayName: 'Renamed' } })}
      >
        Rename
      </button>
      <button type="button" onClick={() => remove.mutate({ id: id ?? '' })}>
        Delete
      </button>
      <p role="status">{update.status}</p>
    </section>
  );
}

const INPUT = { displayName: 'Ada', image: { file: new Blob([new Uint8Array(300_000)]) } };

interface UploadSectionProps {
  readonly label: string;
  readonly onStart: () => void;
  readonly results: readonly string[];
}

const UploadSection = ({ label, onStart, results }: UploadSectionProps) => (
  <section aria-label={label}>
    <button type="button" onClick={onStart}>
      Upload
    </button>
    {results.map((result) => (
      <li key={result}>{result}</li>
    ))}
  </section>
);

/** Two concurrent uploads with the same variables by one hook. */
function Uploads() {
  const { mutateAsync } = useCreateAvatarMutation();
  const [results, setResults] = useState<string[]>([]);
  const start = async () => {
    const controller = new AbortController();
    const { signal: kept } = new AbortController();
    const count = countListeners(kept);
    const reports = [0, 0];
    const variables = { input: INPUT };
    const upload = (index: number, signal: AbortSignal) =>
      mutateAsync({
        ...variables,
        signal,
        onUploadProgress: () => {
          reports[index] = (reports[index] ?? 0) + 1;
        },
      }).catch((error: Error) => error.name);
    const stopped = upload(0, controller.signal);
    const sent = upload(1, kept);
    controller.abort();
    const names = [await stopped, await sent];
    const results = names.map((name, index) => `${name} ${(reports[index] ?? 0) > 0}`);
    setResults([...results, `${count()} listeners`]);
  };
  return <UploadSection label="Uploads" onStart={start} results={results} />;
}

/** A session that is polled until it has ended, while it is shown. */
function Session() {
  const id = location.search.slice(1);
  const { data, dataUpdatedAt, isPolling } = useSessionTranscriptPolling({ id });
  const messages = data?.session?.transcript?.messages;
  return <p role="status">{`${isPolling}, ${messages?.length ?? 'none'}, ${dataUpdatedAt}`}</p>;
}

function Sessions() {
  const [isShown, setShown] = useState(true);
  return (
    <section aria-label="Sessions">
      <button type="button" onClick={() => setShown(!isShown)}>
        Toggle
      </button>
      {isShown && <Session />}
    </section>
  );
}

/** Uploads a document, and polls its group after each upload. */
function Documents() {
  const { data } = useKnowledgeGroupsQuery();
  const groupId = data?.knowledgeGroups?.nodes[0]?.id ?? '';
  const enabled = groupId !== '';
  const group = useKnowledgeGroupPolling({ id: groupId }, { enabled, pace: { interval: 10 } });
  const [progress, setProgress] = useState<number[]>([]);
  const { mutateAsync } = useUploadKnowledgeDocumentMutation();
  const upload = async () => {
    const file = new File(['Otters float. '.repeat(30_000)], 'otters.txt');
    const onUploadProgress = (part: number) => setProgress((parts) => [...parts, part]);
    await mutateAsync({ input: { groupId, file }, onUploadProgress });
    await group.refetch();
  };
  return (
    <section aria-label="Documents">
      <button type="button" onClick={upload}>
        Upload
      </button>
      {group.data?.knowledgeGroup?.documents?.nodes.map(({ id, filename, status }) => (
        <li key={id}>{`${filename} ${status}`}</li>
      ))}
      <p role="status">{`${group.isPolling} ${progress.at(-1) ?? 0}`}</p>
    </section>
  );
}

/** Two long recordings by one hook, the first of which is aborted while it is sent. */
function Recordings() {
  const { mutateAsync } = useUploadVoiceMutation();
  const [results, setResults] = useState<string[]>([]);
  const start = async () => {
    const response = await fetch('/recording');
    const file = new File([await response.blob()], 'long.wav', { type: '' });
    const upload = (displayName: string, signal?: AbortSignal) => {
      let last = 0;
      const onUploadProgress = (part: number) => {
        last = part;
      };
      return mutateAsync({ input: { displayName }, file, signal, onUploadProgress }).then(
        ({ createVoice }) => `${createVoice?.voice.displayName} ${last}`,
        (error: Error) => `${error.name} ${displayName}`,
      );
    };
    const controller = new AbortController();
    const stopped = upload('Ada', controller.signal);
    addEventListener('abort-upload', () => controller.abort(), { once: true });
    const result = await stopped;
    setResults([result, await upload('Eva')]);
  };
  return <UploadSection label="Recordings" onStart={start} results={results} />;
}

const SECTIONS = { Personas, Voices, Avatars, Uploads, Sessions, Documents, Recordings };

/** Shows the section in the fragment of the URL. */
function Page() {
  const [, name] = /#(\w+)/.exec(location.hash) ?? [];
  const Section = Object.entries(SECTIONS).find(([key]) => key === name)?.[1];
  return Section ? <Section /> : null;
}

const client = createClient();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ClientProvider client={client}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: queryDefaults })}>
          <Suspense fallback={<p>Loading</p>}>
            <Page />
          </Suspense>
        </QueryClientProvider>
      </ClientProvider>
    </StrictMode>,
  );
}
