import { type FormEvent, useState } from 'react';
import { type SearchKnowledgeQuery, useSearchKnowledgeQuery } from '../../hooks/index.ts';
import { TextField } from '../shell/controls.tsx';
import { Failure, getIssues } from '../shell/failure.tsx';
import { formatCount } from '../shell/format.tsx';
import { Loading } from '../shell/page.tsx';

type Group = NonNullable<SearchKnowledgeQuery['knowledgeGroup']>;

type Found = NonNullable<Group['search']>[number] & { readonly query: string };

/** Shorter words are in too many others. */
const MIN_LENGTH = 3;

/** Splits a text into words and what is between them. */
const split = (text: string) => text.split(/([\p{L}\p{N}]+)/u);

/** Formats a score. Most scores are from 0 to 1. */
const formatScore = (score: number) =>
  score > 0 && score < 0.01 ? 'below 0.01' : score.toFixed(2);

/** Creates a function that tells whether a word, or another form of it, is in a query. */
function createMatcher(query: string) {
  const wanted = split(query.toLowerCase()).filter(({ length }) => length >= MIN_LENGTH);
  return (word: string) =>
    word.length >= MIN_LENGTH &&
    wanted.some((one) => one.startsWith(word.toLowerCase()) || word.toLowerCase().startsWith(one));
}

/** A part of a document that matches a search, with the words that were searched for marked. */
function Passage({ filename, score, chunkIndex, content, query }: Found) {
  const isWanted = createMatcher(query);
  return (
    <li className="passage">
      <div className="row">
        <strong>{filename ?? 'Unnamed'}</strong>
        {chunkIndex !== null && <span className="small">part {chunkIndex + 1}</span>}
        {score !== null && <span className="badge">score {formatScore(score)}</span>}
      </div>
      <blockquote className="prompt">
        {split(content ?? '').map((word, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key, and never move.
          isWanted(word) ? <mark key={index}>{word}</mark> : word,
        )}
      </blockquote>
    </li>
  );
}

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
        {results?.map((result) => (
          <Passage key={`${result.documentId} ${result.chunkIndex}`} {...result} query={query} />
        ))}
      </ul>
    </section>
  );
}
