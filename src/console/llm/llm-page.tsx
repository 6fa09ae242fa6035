import { Link } from 'wouter';
import { LlmDocument, useLlmQuery } from '../../hooks/index.ts';
import { DateTime } from '../shell/date-time.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { DeleteLlm } from './delete-llm.tsx';
import { EditLlm } from './edit-llm.tsx';

/** The page of one LLM. Built-in LLMs cannot be changed. */
export function LlmPage({ id }: { readonly id: string }) {
  const query = useLlmQuery({ id });
  const llm = query.data?.llm;
  const parent = { href: '/llms', name: 'LLMs' };
  if (!llm) return <NotFoundPage kind="LLM" id={id} parent={parent} query={query} />;
  const { displayName, description, isBuiltIn } = llm;
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={LlmDocument} variables={{ id }} />
          {!isBuiltIn && <DeleteLlm llm={llm} />}
          <Link href={`/personas/new?llm=${encodeURIComponent(id)}`} className="button">
            Create a persona with this LLM
          </Link>
        </>
      }
    >
      <dl className="settings">
        <dt>Kind</dt>
        <dd>{isBuiltIn ? 'built-in, cannot be changed' : 'custom'}</dd>
        {!isBuiltIn && (
          <>
            <dt>Last changed</dt>
            <dd>
              <DateTime at={llm.updatedAt ?? llm.createdAt} />
            </dd>
          </>
        )}
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      {!isBuiltIn && <EditLlm key={id} llm={llm} />}
      <RecordDetails record={llm.record} />
    </Page>
  );
}
