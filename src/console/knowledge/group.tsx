import { Link } from 'wouter';
import {
  KnowledgeGroupDocument,
  type KnowledgeGroupQuery,
  KnowledgeGroupsDocument,
  type UpdateKnowledgeGroupInput,
  useCreateKnowledgeGroupMutation,
  useDeleteKnowledgeGroupMutation,
  useKnowledgeGroupQuery,
  useKnowledgeGroupRecordQuery,
  useKnowledgeGroupsByIdsQuery,
  useKnowledgeGroupsQuery,
  useToolKnowledgeQuery,
  useUpdateKnowledgeGroupMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { Entry, type Setting } from '../shell/display.tsx';
import { createFields } from '../shell/fields.ts';
import { DateTime, formatCount, nameRecord } from '../shell/format.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { ManyPicker, type ManyPickerFieldProps, usePicker } from '../shell/picker.tsx';
import { getRecordPath } from '../shell/query.ts';
import { NewPage } from '../shell/record-forms.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { Documents } from './documents.tsx';
import { SearchGroup } from './search.tsx';

const GROUP = {
  noun: 'knowledge group',
  type: 'KnowledgeGroup',
  parent: { href: '/knowledge', name: 'Knowledge' },
} as const;

const VIEWS = { name: {}, description: { hint: '', rows: 2 } };
const NEW = createFields(FIELDS.CreateKnowledgeGroupInput, VIEWS);
const EDIT = createFields(FIELDS.UpdateKnowledgeGroupInput, VIEWS);

export const KnowledgePage = () => (
  <ListPage
    {...GROUP}
    lead="Groups of documents that your personas' tools can search."
    placeholder="handbook, prices, …"
    document={KnowledgeGroupsDocument}
    useList={useKnowledgeGroupsQuery}
    renderItem={({ id, name, description, documentCount: count }) => (
      <Entry
        section="knowledge"
        badge={count !== null && formatCount(count, 'document')}
        {...{ id, name, description }}
      />
    )}
  />
);

export const NewGroupPage = () => (
  <NewPage
    {...GROUP}
    lead="A group of documents. You upload them on its page."
    fields={NEW}
    useCreate={useCreateKnowledgeGroupMutation}
  />
);

type Group = NonNullable<KnowledgeGroupQuery['knowledgeGroup']>;

/** The fields that are shown elsewhere on the page. */
type Elsewhere = keyof UpdateKnowledgeGroupInput | 'id' | 'documents' | 'documentCount';

function showGroup(group: Group) {
  const { id, createdAt, updatedAt } = group;
  const settings: Readonly<Record<Exclude<keyof Group, Elsewhere>, Setting>> = {
    createdAt: { label: 'Created', value: <DateTime at={createdAt} /> },
    updatedAt: { label: 'Last changed', value: <DateTime at={updatedAt ?? createdAt} /> },
  };
  return {
    title: group.name,
    lead: group.description,
    settings,
    isLong: true,
    warning: 'Its documents are deleted, too. Tools that use it keep the id.',
    actions: (
      <Link href={`/tools/new?knowledge=${encodeURIComponent(id)}`} className="button">
        Create a tool with this group
      </Link>
    ),
    content: (
      <>
        <Documents groupId={id} />
        <SearchGroup groupId={id} />
      </>
    ),
    saved: group,
  };
}

/** The page of one knowledge group: its documents, which are uploaded and searched here. */
export const GroupPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...GROUP}
    id={id}
    document={KnowledgeGroupDocument}
    useRecord={useKnowledgeGroupQuery}
    useRawJson={useKnowledgeGroupRecordQuery}
    edit={{
      title: 'Name and description',
      fields: EDIT,
      useUpdate: useUpdateKnowledgeGroupMutation,
    }}
    deletion={{ useDelete: useDeleteKnowledgeGroupMutation }}
    show={showGroup}
  />
);

export function GroupsField(props: ManyPickerFieldProps) {
  const picker = usePicker({
    ids: props.value,
    useList: useKnowledgeGroupsQuery,
    useByIds: useKnowledgeGroupsByIdsQuery,
  });
  return <ManyPicker legend="Knowledge groups" noun="Knowledge group" picker={picker} {...props} />;
}

/** The knowledge groups that a tool searches, linked to their pages. */
export function ToolKnowledge({ toolId }: { readonly toolId: string }) {
  const { data, error } = useToolKnowledgeQuery({ id: toolId });
  if (error) return <span className="small">{error.message}</span>;
  if (!data) return <span className="small">Loading…</span>;
  const groups = data.tool?.knowledgeGroups ?? [];
  if (groups.length === 0)
    return 'none: select a group below, so that the tool has something to search';
  return (
    <ul>
      {groups.map(({ id, name }) => (
        <li key={id}>
          <Link href={getRecordPath('knowledge', id)}>{nameRecord(name)}</Link>
        </li>
      ))}
    </ul>
  );
}
