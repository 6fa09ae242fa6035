import { Link } from 'wouter';
import {
  LlmDocument,
  type LlmQuery,
  useDeleteLlmMutation,
  useLlmQuery,
  useLlmRecordQuery,
} from '../../hooks/index.ts';
import type { Setting } from '../shell/display.tsx';
import { DateTime } from '../shell/format.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { EditLlm } from './edit-llm.tsx';
import type { LlmDraft } from './llm-draft.ts';

type Llm = NonNullable<LlmQuery['llm']>;

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof LlmDraft
  | 'id'
  | 'displayTags'
  | 'isGlobal'
  | 'zeroDataRetention'
  | 'organizationId'
  | 'createdAt';

/** Built-in LLMs cannot be changed. */
function showLlm(llm: Llm) {
  const { id, displayName, description, isBuiltIn } = llm;
  const settings: Readonly<Record<Exclude<keyof Llm, Elsewhere>, Setting | false>> = {
    isBuiltIn: { label: 'Kind', value: isBuiltIn ? 'built-in, cannot be changed' : 'custom' },
    updatedAt: !isBuiltIn && {
      label: 'Last changed',
      value: <DateTime at={llm.updatedAt ?? llm.createdAt} />,
    },
  };
  return {
    title: displayName,
    lead: description,
    settings,
    canDelete: !isBuiltIn,
    warning: 'Personas that use it keep its id.',
    actions: (
      <Link href={`/personas/new?llm=${encodeURIComponent(id)}`} className="button">
        Create a persona with this LLM
      </Link>
    ),
    content: !isBuiltIn && <EditLlm key={id} llm={llm} />,
  };
}

export const LlmPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="LLM"
    parent={{ href: '/llms', name: 'LLMs' }}
    document={LlmDocument}
    useRecord={useLlmQuery}
    useRawJson={useLlmRecordQuery}
    read={({ llm }) => llm}
    deletion={{ type: 'Llm', useDelete: useDeleteLlmMutation }}
    show={showLlm}
  />
);
