import { Link } from 'wouter';
import {
  LlmDocument,
  type LlmQuery,
  useDeleteLlmMutation,
  useLlmQuery,
} from '../../hooks/index.ts';
import { DateTime } from '../shell/date-time.tsx';
import { DeleteRecord } from '../shell/delete-record.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { type Setting, Settings } from '../shell/settings.tsx';
import { EditLlm } from './edit-llm.tsx';
import type { LlmDraft } from './llm-draft.ts';

type Llm = NonNullable<LlmQuery['llm']>;

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof LlmDraft
  | 'id'
  | 'displayTags'
  | 'isGlobal'
  | 'isZdr'
  | 'createdByOrganizationId'
  | 'createdAt'
  | 'record';

/** The page of one LLM. Built-in LLMs cannot be changed. */
export function LlmPage({ id }: { readonly id: string }) {
  const query = useLlmQuery({ id });
  const llm = query.data?.llm;
  const parent = { href: '/llms', name: 'LLMs' };
  if (!llm) return <NotFoundPage kind="LLM" id={id} parent={parent} query={query} />;
  const { displayName, description, isBuiltIn } = llm;
  const settings: Readonly<Record<Exclude<keyof Llm, Elsewhere>, Setting | false>> = {
    isBuiltIn: { label: 'Kind', value: isBuiltIn ? 'built-in, cannot be changed' : 'custom' },
    updatedAt: !isBuiltIn && {
      label: 'Last changed',
      value: <DateTime at={llm.updatedAt ?? llm.createdAt} />,
    },
  };
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={LlmDocument} variables={{ id }} />
          {!isBuiltIn && (
            <DeleteRecord
              {...{ id, name: displayName, noun: 'LLM', type: 'Llm', path: '/llms' }}
              warning="Personas that use it keep its id."
              useDelete={useDeleteLlmMutation}
              query={useLlmQuery}
            />
          )}
          <Link href={`/personas/new?llm=${encodeURIComponent(id)}`} className="button">
            Create a persona with this LLM
          </Link>
        </>
      }
    >
      <Settings id={id} settings={Object.values(settings)} />
      {!isBuiltIn && <EditLlm key={id} llm={llm} />}
      <RecordDetails record={llm.record} />
    </Page>
  );
}
