import { QueryClient, QueryClientProvider, skipToken } from '@tanstack/react-query';
import { StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  ClientProvider,
  createClient,
  queryDefaults,
  useAvatarsQuery,
  useCreateAvatarMutation,
  useInfinitePersonasQuery,
  usePersonaQuery,
  useSuspenseInfiniteVoicesQuery,
} from '../../../src/hooks/index.ts';
import { countListeners } from '../count-listeners.ts';
import { AvatarName, DocumentStatus, UploadAvatar } from './recipes.tsx';

/** An infinite list, with the hook's own page parameters. */
function Personas() {
  const { data, fetchNextPage, hasNextPage } = useInfinitePersonasQuery(
    { first: 10 },
    { select: ({ pages }) => pages.flatMap(({ personas }) => personas?.nodes ?? []) },
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

/** Avatars, each of which can be renamed; how often the list was fetched; the status of a hook that waits. */
function Avatars() {
  const { data, dataUpdatedAt } = useAvatarsQuery({ first: 3 });
  const skipped = usePersonaQuery(skipToken);
  return (
    <section aria-label="Avatars">
      {data?.avatars?.nodes.map((avatar) => (
        <AvatarName key={avatar.id} avatar={avatar} />
      ))}
      <p role="status">{`${skipped.status} ${skipped.fetchStatus} ${dataUpdatedAt}`}</p>
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

/** A document that is processed. */
const Documents = () => (
  <section aria-label="Documents">
    <DocumentStatus id="d" />
  </section>
);

const Files = () => (
  <section aria-label="Files">
    <UploadAvatar />
  </section>
);

const SECTIONS = { Personas, Voices, Avatars, Uploads, Documents, Files };

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
