import { ToolDocument, useToolQuery } from '../../hooks/index.ts';
import { DateTime } from '../shell/date-time.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { DeleteTool } from './delete-tool.tsx';
import { EditTool } from './edit-tool.tsx';

/** The page of one tool. */
export function ToolPage({ id }: { readonly id: string }) {
  const query = useToolQuery({ id });
  const tool = query.data?.tool;
  const parent = { href: '/tools', name: 'Tools' };
  if (!tool) return <NotFoundPage kind="tool" id={id} parent={parent} query={query} />;
  return (
    <Page
      title={tool.name ?? 'Unnamed'}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={ToolDocument} variables={{ id }} />
          <DeleteTool tool={tool} />
        </>
      }
    >
      <dl className="settings">
        <dt>Type</dt>
        <dd>{tool.type?.toLowerCase().replaceAll('_', ' ') ?? 'unknown'}</dd>
        <dt>Used by</dt>
        <dd>{tool.usageCount === 1 ? '1 persona' : `${tool.usageCount ?? 'unknown'} personas`}</dd>
        <dt>Last changed</dt>
        <dd>
          <DateTime at={tool.updatedAt} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <EditTool key={id} tool={tool} />
      <RecordDetails record={tool.record} />
    </Page>
  );
}
