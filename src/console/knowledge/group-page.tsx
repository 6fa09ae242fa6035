import { Link } from 'wouter';
import {
  KnowledgeGroupDocument,
  type KnowledgeGroupQuery,
  type UpdateKnowledgeGroupInput,
  useDeleteKnowledgeGroupMutation,
  useKnowledgeGroupQuery,
  useKnowledgeGroupRecordQuery,
} from '../../hooks/index.ts';
import type { Setting } from '../shell/display.tsx';
import { DateTime } from '../shell/format.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { Documents } from './documents.tsx';
import { EditGroup } from './group-forms.tsx';
import { SearchGroup } from './search-group.tsx';

type Group = NonNullable<KnowledgeGroupQuery['knowledgeGroup']>;

/** The fields with a place of their own, and those that only the raw JSON shows. */
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
    warning: 'Its documents are deleted, too. Tools that use it keep its id.',
    actions: (
      <Link href={`/tools/new?knowledge=${encodeURIComponent(id)}`} className="button">
        Create a tool with this group
      </Link>
    ),
    content: (
      <>
        <Documents groupId={id} />
        <SearchGroup groupId={id} />
        <section className="stack">
          <h2>Name and description</h2>
          <EditGroup key={id} group={group} />
        </section>
      </>
    ),
  };
}

/** The page of one knowledge group: its documents, which are uploaded and searched here. */
export const GroupPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="knowledge group"
    parent={{ href: '/knowledge', name: 'Knowledge' }}
    document={KnowledgeGroupDocument}
    useRecord={useKnowledgeGroupQuery}
    useRawJson={useKnowledgeGroupRecordQuery}
    read={({ knowledgeGroup }) => knowledgeGroup}
    deletion={{ type: 'KnowledgeGroup', useDelete: useDeleteKnowledgeGroupMutation }}
    show={showGroup}
  />
);
