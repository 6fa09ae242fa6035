import { type FormEvent, useState } from 'react';
import { useSearchKnowledgeQuery } from '../../hooks/index.ts';
import { TextField } from '../shell/controls.tsx';
import { Failure, getIssues } from '../shell/failure.tsx';
import { formatCount, nameRecord } from '../shell/format.tsx';
import { Loading } from '../shell/page.tsx';

/** Searches the documents of a knowledge group, as a tool does in a session. */
export function SearchGroup({ groupId }: { readonly groupId: string }) {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const { data, error, refetch } = useSearchKnowledgeQuery(
    { groupId, query },
    { enabled: query !== '' },
  );
  const results = data?.knowledgeGroup?.search;
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === query) refetch();
    setQuery(text.trim());
  };
  return (
    <section className="stack">
      <h2>Search</h2>
      <search>
        <form onSubmit={search} className="inline">
          <TextField
            path="query"
            label="Search the documents"
            value={text}
            onChange={setText}
            issues={getIssues(error, 'query')}
          />
          <button type="submit" disabled={text.trim() === ''}>
            Search
          </button>
        </form>
      </search>
      {error && <Failure error={error} onRetry={refetch} />}
      {query && !results && !error && <Loading what="passages" />}
      {results && (
        <p role="status" className="small">
          {results.length === 0
            ? `No passage matches “${query}”. Searches find documents that are ready.`
            : `${formatCount(results.length, 'passage')}, best match first`}
        </p>
      )}
      <ul className="rows">
        {results?.map(({ documentId, filename, score, chunkIndex, content }) => (
          <li key={`${documentId} ${chunkIndex}`} className="passage">
            <div className="row">
              <strong>{nameRecord(filename)}</strong>
              {chunkIndex !== null && <span className="small">part {chunkIndex + 1}</span>}
              {score !== null && <span className="badge">score {score.toFixed(2)}</span>}
            </div>
            <blockquote className="prompt">{content}</blockquote>
          </li>
        ))}
      </ul>
    </section>
  );
}
