import { ToolDocument, useToolQuery } from '../../hooks/index.ts';
import { DateTime } from '../shell/date-time.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { DeleteTool } from './delete-tool.tsx';
import { EditTool } from './edit-tool.tsx';
import { toConfigDraft } from './tool-config-draft.ts';

/** The page of one tool. System tools cannot be changed. */
export function ToolPage({ id }: { readonly id: string }) {
  const query = useToolQuery({ id });
  const tool = query.data?.tool;
  const parent = { href: '/tools', name: 'Tools' };
  if (!tool) return <NotFoundPage kind="tool" id={id} parent={parent} query={query} />;
  const isSystem = tool.type === 'SYSTEM';
  const type = tool.type?.toLowerCase().replaceAll('_', ' ') ?? 'unknown';
  return (
    <Page
      title={tool.name ?? 'Unnamed'}
      lead={isSystem ? tool.description : undefined}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={ToolDocument} variables={{ id }} />
          {!isSystem && <DeleteTool tool={tool} />}
        </>
      }
    >
      <dl className="settings">
        <dt>Type</dt>
        <dd>{isSystem ? `${type}, cannot be changed` : type}</dd>
        {isSystem && (
          <>
            <dt>Action</dt>
            <dd>
              <code>{toConfigDraft('SYSTEM', tool.config ?? {}).action}</code>
            </dd>
          </>
        )}
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
      {!isSystem && <EditTool key={id} tool={tool} />}
      <RecordDetails record={tool.record} />
    </Page>
  );
}
