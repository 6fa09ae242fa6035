import { keepPreviousData } from '@tanstack/react-query';
import { PersonasDocument, usePersonasQuery } from '../../hooks/index.ts';
import { ListPage } from '../shell/list-page.tsx';
import { useListParams } from '../shell/use-list-params.ts';
import { PersonaCard } from './persona-card.tsx';

/** Lists personas by page. The search and the page number are in the URL. */
export function PersonasPage() {
  const list = useListParams();
  const query = usePersonasQuery(list.variables, { placeholderData: keepPreviousData });
  const found = query.data?.personas;
  return (
    <ListPage
      title="Personas"
      noun="persona"
      lead="The personas that your users can talk to."
      path="/"
      placeholder="guide, tutor, …"
      list={list}
      query={query}
      found={found}
      document={PersonasDocument}
    >
      <ul className="cards" aria-busy={query.isPlaceholderData}>
        {found?.items.map((persona) => (
          <li key={persona.id}>
            <PersonaCard persona={persona} />
          </li>
        ))}
      </ul>
    </ListPage>
  );
}
