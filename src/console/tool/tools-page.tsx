import { ToolsDocument, useToolsQuery } from '../../hooks/index.ts';
import { ListPage } from '../shell/list-page.tsx';
import { ToolRow } from './tool-list.tsx';

export const ToolsPage = () => (
  <ListPage
    title="Tools"
    noun="tool"
    lead="Functions that the LLM of a persona can call."
    document={ToolsDocument}
    useList={useToolsQuery}
    read={({ tools }) => tools}
    canOpenById
    renderItem={(tool) => <ToolRow tool={tool} />}
  />
);
