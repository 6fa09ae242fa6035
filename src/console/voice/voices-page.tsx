import { keepPreviousData } from '@tanstack/react-query';
import { useVoicesQuery, VoicesDocument } from '../../hooks/index.ts';
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
      document={VoicesDocument}
    >
      <ul className="rows" aria-busy={query.isPlaceholderData}>
        {found?.items.map((voice) => (
          <VoiceRow key={voice.id} voice={voice} />
        ))}
      </ul>
    </ListPage>
  );
}
