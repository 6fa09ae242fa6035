import { keepPreviousData } from '@tanstack/react-query';
import { LlmsDocument, useLlmsQuery } from '../../hooks/index.ts';
import { ListPage } from '../shell/list-page.tsx';
import { NoList } from '../shell/no-list.tsx';
import { useListParams } from '../shell/use-list-params.ts';
import { LlmRow } from './llm-row.tsx';
import { useMissingList } from './use-missing-list.ts';

/** Lists LLMs by page, built-in ones first. The search and the page number are in the URL. */
export function LlmsPage() {
  const list = useListParams();
  const query = useLlmsQuery(list.variables, { placeholderData: keepPreviousData });
  const missingList = useMissingList(query.data !== undefined);
  const found = query.data?.llms;
  return (
    <ListPage
      title="LLMs"
      noun="LLM"
      lead="Language models of your personas. Custom LLMs use an API of your own."
      list={list}
      query={query}
      found={found}
      document={LlmsDocument}
      canCreate={!missingList}
    >
      <ul className="rows" aria-busy={query.isPlaceholderData}>
        {found?.items.map((llm) => (
          <LlmRow key={llm.id} llm={llm} />
        ))}
      </ul>
      {missingList && <NoList message={`Only built-in LLMs are listed. ${missingList}`} />}
    </ListPage>
  );
}
