import { keepPreviousData } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { PersonasDocument, usePersonasQuery } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { Page } from '../shell/page.tsx';
import { Pager } from '../shell/pager.tsx';
import { useDebouncedValue } from '../shell/use-debounced-value.ts';
import { PersonaCard } from './persona-card.tsx';

/** Divisible by two, three and four columns. */
const PER_PAGE = 12;

const readPage = (params: URLSearchParams) =>
  Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1);

/** Lists personas by page. The search and the page number are in the URL. */
export function PersonasPage() {
  const [params, setParams] = useSearchParams();
  const name = params.get('name') ?? '';
  const variables = {
    page: readPage(params),
    perPage: PER_PAGE,
    name: useDebouncedValue(name).trim() || null,
  };
  const { data, error, isPlaceholderData, refetch } = usePersonasQuery(variables, {
    placeholderData: keepPreviousData,
  });
  const search = (text: string) => setParams(text ? { name: text } : {}, { replace: true });
  const { items = [], total, lastPage } = data?.personas ?? {};
  return (
    <Page
      title="Personas"
      lead="The personas that your users can talk to."
      actions={
        <>
          <ExplorerLink document={PersonasDocument} variables={variables} />
          <Link href="/personas/new" className="button">
            New persona
          </Link>
        </>
      }
    >
      <search className="searchbar">
        <label htmlFor="search">Search by name</label>
        <input
          id="search"
          type="search"
          value={name}
          placeholder="guide, tutor, …"
          onChange={(event) => search(event.target.value)}
        />
        <span role="status" className="small">
          {data && (total ?? items.length) === 1 && '1 persona'}
          {data && (total ?? items.length) !== 1 && `${total ?? items.length} personas`}
        </span>
      </search>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what="personas" />}
      {data && items.length === 0 && (
        <p className="empty">
          {name ? `No persona's name contains “${name}”.` : 'No personas.'}{' '}
          <Link href={variables.page > 1 ? '/' : '/personas/new'}>
            {variables.page > 1 ? 'First page' : 'Create a persona'}
          </Link>
        </p>
      )}
      <ul className="cards" aria-busy={isPlaceholderData}>
        {items.map((persona) => (
          <li key={persona.id}>
            <PersonaCard persona={persona} />
          </li>
        ))}
      </ul>
      <Pager path="/" page={variables.page} lastPage={lastPage ?? null} params={params} />
    </Page>
  );
}
