import type { SearchKnowledgeQuery } from '../../hooks/index.ts';

interface PassageProps {
  readonly result: NonNullable<
    NonNullable<SearchKnowledgeQuery['knowledgeGroup']>['search']
  >[number];
  readonly query: string;
}

/** Shorter words are in too many others. */
const MIN_LENGTH = 3;

/** Splits a text into words and what is between them. */
const split = (text: string) => text.split(/([\p{L}\p{N}]+)/u);

/** Formats a score, most of which are from 0 to 1. */
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
export function Passage({ result, query }: PassageProps) {
  const { filename, score, chunkIndex, content } = result;
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
