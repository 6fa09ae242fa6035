import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useVoicesQuery, VoicesDocument } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { useListParams } from '../shell/use-list-params.ts';
import { VoiceRow } from './voice-row.tsx';

/** Lists voices by page. The search and the page number are in the URL. */
export function VoicesPage() {
  const list = useListParams();
  const query = useVoicesQuery(list.variables, { placeholderData: keepPreviousData });
  const found = query.data?.voices;
  return (
    <ListPage
      title="Voices"
      noun="voice"
      lead="What your personas speak with."
      list={list}
      query={query}
      found={found}
      actions={
        <>
          <ExplorerLink document={VoicesDocument} variables={list.variables} />
          {query.error?.code !== 'NOT_SUPPORTED' && (
            <Link href="/voices/new" className="button">
              New voice
            </Link>
          )}
        </>
      }
    >
      <ul className="rows" aria-busy={query.isPlaceholderData}>
        {found?.items.map((voice) => (
          <VoiceRow key={voice.id} voice={voice} />
        ))}
      </ul>
    </ListPage>
  );
}
