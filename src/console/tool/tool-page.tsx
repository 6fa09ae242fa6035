import {
  ToolDocument,
  type ToolQuery,
  useDeleteToolMutation,
  useToolQuery,
} from '../../hooks/index.ts';
import { DateTime } from '../shell/date-time.tsx';
import { DeleteRecord } from '../shell/delete-record.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { type Setting, Settings } from '../shell/settings.tsx';
import { EditTool } from './edit-tool.tsx';
import { toConfigDraft } from './tool-config-draft.ts';
import type { ToolDraft } from './tool-draft.ts';

type Tool = NonNullable<ToolQuery['tool']>;

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere = Exclude<keyof ToolDraft, 'type' | 'config'> | 'id' | 'createdAt' | 'record';

/** The page of one tool. System tools cannot be changed. */
export function ToolPage({ id }: { readonly id: string }) {
  const query = useToolQuery({ id });
  const tool = query.data?.tool;
  const parent = { href: '/tools', name: 'Tools' };
  if (!tool) return <NotFoundPage kind="tool" id={id} parent={parent} query={query} />;
  const isSystem = tool.type === 'SYSTEM';
  const type = tool.type?.toLowerCase().replaceAll('_', ' ') ?? 'unknown';
  const uses = tool.usageCount ?? 0;
  const action = toConfigDraft('SYSTEM', tool.config ?? {}).action;
  const settings: Readonly<Record<Exclude<keyof Tool, Elsewhere>, Setting | false>> = {
    type: { label: 'Type', value: isSystem ? `${type}, cannot be changed` : type },
    config: isSystem && { label: 'Action', value: <code>{action}</code> },
    usageCount: {
      label: 'Used by',
      value: uses === 1 ? '1 persona' : `${tool.usageCount ?? 'unknown'} personas`,
    },
    updatedAt: { label: 'Last changed', value: <DateTime at={tool.updatedAt} /> },
  };
  return (
    <Page
      title={tool.name ?? 'Unnamed'}
      lead={isSystem ? tool.description : undefined}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={ToolDocument} variables={{ id }} />
          {!isSystem && (
            <DeleteRecord
              {...{ id, name: tool.name, noun: 'tool', type: 'Tool', path: '/tools' }}
              warning={
                uses > 0 ? `${uses} ${uses === 1 ? 'persona uses' : 'personas use'} it.` : ''
              }
              useDelete={useDeleteToolMutation}
              query={useToolQuery}
            />
          )}
        </>
      }
    >
      <Settings id={id} settings={Object.values(settings)} />
      {!isSystem && <EditTool key={id} tool={tool} />}
      <RecordDetails record={tool.record} />
    </Page>
  );
}
