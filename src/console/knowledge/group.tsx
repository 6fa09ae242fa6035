import { Link } from 'wouter';
import * as api from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { RecordLink } from '../shell/display.tsx';
import { createFields } from '../shell/fields.ts';
import { DateTime, formatCount } from '../shell/format.tsx';
import { defineResource } from '../shell/resource.ts';
import { Documents } from './documents.tsx';
import { SearchGroup } from './search.tsx';

const VIEWS = { name: {}, description: { hint: '', rows: 2 } };

export const KNOWLEDGE_GROUP = defineResource({
  noun: 'knowledge group',
  title: 'Knowledge',
  path: 'knowledge',
  lead: "Groups of documents that your personas' tools can search.",
  list: api.KnowledgeGroupsDocument,
  byIds: api.KnowledgeGroupsByIdsDocument,
  summarize: ({ name, description, documentCount }) => ({
    name,
    description,
    badge: documentCount !== null && formatCount(documentCount, 'document'),
  }),
  create: {
    document: api.CreateKnowledgeGroupDocument,
    lead: 'A group of documents. You upload them on its page.',
    fields: createFields(FIELDS.CreateKnowledgeGroupInput, VIEWS),
  },
  record: api.KnowledgeGroupDocument,
  raw: api.KnowledgeGroupRecordDocument,
  show: ({ id, name, description, createdAt, updatedAt }) => ({
    title: name,
    lead: description,
    settings: {
      Created: <DateTime at={createdAt} />,
      'Last changed': <DateTime at={updatedAt ?? createdAt} />,
    },
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
  }),
  change: {
    title: 'Name and description',
    document: api.UpdateKnowledgeGroupDocument,
    fields: createFields(FIELDS.UpdateKnowledgeGroupInput, VIEWS),
  },
  remove: api.DeleteKnowledgeGroupDocument,
});

/** The knowledge groups that a tool searches, linked to their pages. */
export function ToolKnowledge({ toolId }: { readonly toolId: string }) {
  const { data, error } = api.useToolKnowledgeQuery({ id: toolId });
  if (!data) return <span className="small">{error?.message ?? 'Loading…'}</span>;
  const groups = data.tool?.knowledgeGroups ?? [];
  if (groups.length === 0)
    return 'none: select a group below, so that the tool has something to search';
  return (
    <ul>
      {groups.map((group) => (
        <li key={group.id}>
          <RecordLink path="knowledge" {...group} />
        </li>
      ))}
    </ul>
  );
}
