import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { AvatarsDocument, useAvatarsQuery } from '../../hooks/index.ts';
import { ListPage } from '../shell/list-page.tsx';
import { useListParams } from '../shell/use-list-params.ts';
import { Picture } from './picture.tsx';

/** Lists avatars by page. The search and the page number are in the URL. */
export function AvatarsPage() {
  const list = useListParams();
  const query = useAvatarsQuery(list.variables, { placeholderData: keepPreviousData });
  const found = query.data?.avatars;
  return (
    <ListPage
      title="Avatars"
      noun="avatar"
      lead="The visuals of your personas."
      canOpenById
      list={list}
      query={query}
      found={found}
      document={AvatarsDocument}
      canCreate
    >
      <ul className="cards" aria-busy={query.isPlaceholderData}>
        {found?.items.map(({ id, displayName, imageUrl }) => (
          <li key={id}>
            <Link href={`/avatars/${encodeURIComponent(id)}`} className="card">
              <Picture src={imageUrl} name={displayName} />
              <strong>{displayName ?? id}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </ListPage>
  );
}
