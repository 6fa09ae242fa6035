import {
  CreateKnowledgeGroupDocument,
  type KnowledgeGroupFieldsFragment,
  type UpdateKnowledgeGroupMutation,
  useCreateKnowledgeGroupMutation,
  useUpdateKnowledgeGroupMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { createFields } from '../shell/fields.ts';
import { EditForm, NewPage } from '../shell/record-forms.tsx';

const VIEWS = { name: {}, description: { hint: '', rows: 2 } };
const NEW = createFields(FIELDS.CreateKnowledgeGroupInput, VIEWS);
const EDIT = createFields(FIELDS.UpdateKnowledgeGroupInput, VIEWS);

export const NewGroupPage = () => (
  <NewPage
    noun="knowledge group"
    lead="A group of documents. You upload them on its page."
    parent={{ href: '/knowledge', name: 'Knowledge' }}
    type="KnowledgeGroup"
    fields={NEW}
    document={CreateKnowledgeGroupDocument}
    useCreate={useCreateKnowledgeGroupMutation}
    read={({ createKnowledgeGroup }) => createKnowledgeGroup?.knowledgeGroup}
  />
);

export const EditGroup = ({ group }: { readonly group: KnowledgeGroupFieldsFragment }) => (
  <EditForm
    id={group.id}
    record={group}
    type="KnowledgeGroup"
    fields={EDIT}
    useUpdate={useUpdateKnowledgeGroupMutation}
    read={({ updateKnowledgeGroup: updated }: UpdateKnowledgeGroupMutation) =>
      updated?.knowledgeGroup
    }
  />
);
