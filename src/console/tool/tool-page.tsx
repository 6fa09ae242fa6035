import { ToolDocument, useToolQuery } from '../../hooks/index.ts';
import { AbsentPage } from '../shell/absent-page.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record.tsx';
import { When } from '../shell/when.tsx';
import { DeleteTool } from './delete-tool.tsx';
import { ToolForm } from './tool-form.tsx';

/** One tool: what it is, what can be changed of it, and its end. */
export function ToolPage({ id }: { readonly id: string }) {
  const query = useToolQuery({ id });
  const tool = query.data?.tool;
  const above = { href: '/tools', name: 'Tools' };
  if (!tool) return <AbsentPage kind="tool" id={id} above={above} query={query} />;
  return (
    <Page
      title={tool.name ?? 'Unnamed'}
      above={above}
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
          <When at={tool.updatedAt} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <ToolForm key={id} tool={tool} />
      <RecordDetails record={tool.record} />
    </Page>
  );
}
