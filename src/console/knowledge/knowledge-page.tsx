import { KnowledgeGroupsDocument } from '../../hooks/index.ts';
import { Entry } from '../shell/display.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { findGroups, useGroups } from './find-groups.ts';

/** Lists knowledge groups. */
export const KnowledgePage = () => (
  <ListPage
    title="Knowledge"
    noun="knowledge group"
    lead="Groups of documents that tools of your personas search."
    placeholder="handbook, prices, …"
    document={KnowledgeGroupsDocument}
    useList={useGroups}
    read={({ knowledgeGroups }, variables) => findGroups(knowledgeGroups, variables)}
    renderItem={({ id, name, description, documentCount: count }) => (
      <Entry
        section="knowledge"
        badge={count !== null && `${count} ${count === 1 ? 'document' : 'documents'}`}
        {...{ id, name, description }}
      />
    )}
  />
);
