import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PersonasDocument, usePersonasQuery } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { Page } from '../shell/page.tsx';
import { Pager } from '../shell/pager.tsx';
import { SearchBar } from '../shell/search-bar.tsx';
import { useListParams } from '../shell/use-list-params.ts';
import { PersonaCard } from './persona-card.tsx';

/** Lists personas by page. The search and the page number are in the URL. */
export function PersonasPage() {
  const { params, text, setText, variables } = useListParams();
  const { data, error, isPlaceholderData, refetch } = usePersonasQuery(variables, {
    placeholderData: keepPreviousData,
  });
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
      <SearchBar text={text} onChange={setText} placeholder="guide, tutor, …">
        {data && (total ?? items.length) === 1 && '1 persona'}
        {data && (total ?? items.length) !== 1 && `${total ?? items.length} personas`}
      </SearchBar>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what="personas" />}
      {data && items.length === 0 && (
        <p className="empty">
          {text ? `No persona's name contains “${text}”.` : 'No personas.'}{' '}
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
