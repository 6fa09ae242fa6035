import { keepPreviousData } from '@tanstack/react-query';
import { ToolsDocument, useToolsQuery } from '../../hooks/index.ts';
import { ListPage } from '../shell/list-page.tsx';
import { useListParams } from '../shell/use-list-params.ts';
import { ToolRow } from './tool-row.tsx';

/** Lists tools by page. The search and the page number are in the URL. */
export function ToolsPage() {
  const list = useListParams();
  const query = useToolsQuery(list.variables, { placeholderData: keepPreviousData });
  const found = query.data?.tools;
  return (
    <ListPage
      title="Tools"
      noun="tool"
      lead="Functions that the LLM of a persona can call."
      canOpenById
      list={list}
      query={query}
      found={found}
      document={ToolsDocument}
    >
      <ul className="rows" aria-busy={query.isPlaceholderData}>
        {found?.items.map((tool) => (
          <ToolRow key={tool.id} tool={tool} />
        ))}
      </ul>
    </ListPage>
  );
}
