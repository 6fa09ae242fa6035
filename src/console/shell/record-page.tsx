import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { getOperationKey, type TypedDocument } from '../../hooks/index.ts';
import { type Action, ActionDialog, describeDeletion } from './dialog.tsx';
import { Json, type Setting, Settings } from './display.tsx';
import { Failure } from './failure.tsx';
import { capitalize, nameRecord } from './format.tsx';
import { Details, Loading, Page } from './page.tsx';
import { getData, getRoot, type Kind, type Query, type Root } from './query.ts';
import { type Edit, EditForm, type Saved } from './record-forms.tsx';

interface NotFoundPageProps extends Pick<Kind, 'noun' | 'parent'> {
  readonly id: string;
  readonly query: Query<unknown>;
}

/** Shown instead of a record's page while it loads, if it failed to load, or if it does not exist. */
export function NotFoundPage({ noun, id, parent, query }: NotFoundPageProps) {
  const { data, error, refetch } = query;
  const isMissing = data !== undefined && !error;
  return (
    <Page title={capitalize(noun)} parent={parent}>
      {error && <Failure error={error} onRetry={refetch} />}
      {isMissing && (
        <p className="empty">
          No {noun} has the id {id}.
        </p>
      )}
      {!data && !error && <Loading what={`the ${noun}`} />}
    </Page>
  );
}

/** The hook of the query for what the upstream returned: one record, with one or more fields of JSON. */
type UseRawJson = (variables: {
  readonly id: string;
}) => Query<Readonly<Record<string, Readonly<Record<string, unknown>> | null>>>;

interface RawJsonProps {
  readonly id: string;
  readonly useRawJson: UseRawJson;
  /** The field. Default `record`. */
  readonly field?: string;
}

function RawJson({ id, useRawJson, field = 'record' }: RawJsonProps) {
  const query = useRawJson({ id });
  const { error, refetch } = query;
  const [record] = Object.values(getData(query) ?? {});
  const value = record?.[field];
  if (value) return <Json value={value} />;
  if (error) return <Failure error={error} onRetry={refetch} />;
  return query.data ? <p className="empty">None.</p> : <Loading what="the JSON" />;
}

/** The collapsed raw JSON of the upstream. It requires additional scopes, and is loaded when it is expanded. */
export const RawJsonDetails = ({ title, ...props }: RawJsonProps & { readonly title: string }) => (
  <Details title={title}>{() => <RawJson {...props} />}</Details>
);

/** What the page of a record shows. */
interface RecordView<Input> {
  readonly title: string | null;
  readonly lead?: ReactNode;
  readonly picture?: ReactNode;
  /** Whether the settings are beside the content, as a picture is, because the content is long. Default false. */
  readonly isLong?: boolean;
  /** The fields of the record as they are shown. The compiler reports a field that is missing in a record of them. */
  readonly settings: Readonly<Record<string, Setting | false>>;
  /** Whether the record can be deleted. Default true. */
  readonly canDelete?: boolean;
  /** What else the deletion affects. */
  readonly warning?: string;
  readonly actions?: ReactNode;
  /** What follows the settings. */
  readonly content?: ReactNode;
  /** What the form edits. Default: the record cannot be changed. */
  readonly saved?: Saved<Input> | false;
}

interface RecordPageProps<Data, Input, Updated> extends Kind {
  readonly id: string;
  /** The operation that returns the record. */
  readonly document: TypedDocument<Data, never>;
  /** The hook of the operation. */
  readonly useRecord: (variables: { readonly id: string }) => Query<NoInfer<Data>>;
  /** The hook of the query for what the upstream returned. */
  readonly useRawJson: UseRawJson;
  /** How a record is deleted. Default: it cannot be. */
  readonly deletion?: {
    readonly useDelete: Action['useAction'];
    /** What it is called. Default `Delete`. */
    readonly verb?: string;
  };
  /** How a record is changed, by a form below its content. Default: it cannot be. */
  readonly edit?: Edit<Input, Updated> & {
    /** Heading of the form. Default: none. */
    readonly title?: string;
  };
  /** Shows a record. Fields of one that is not complete failed, and are null. */
  readonly show: (record: Root<Data>, isComplete: boolean) => RecordView<NoInfer<Input>>;
}

/** The page of one record. It says so if the record is being loaded, failed to load, or does not exist. */
export function RecordPage<Data extends object, Input, Updated extends object>(
  props: RecordPageProps<Data, Input, Updated>,
) {
  const { id, noun, type, parent, document, useRecord, useRawJson, deletion, edit, show } = props;
  const [isDeleting, setDeleting] = useState(false);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  // First, so that the page does not read what there is no more.
  const leave = () => {
    navigate(parent.href);
    client.removeQueries({ queryKey: [...getOperationKey(document), { id }] });
  };
  const query = useRecord({ id });
  const { error, refetch } = query;
  const data = getData(query);
  const record = data && getRoot(data);
  if (!record) return <NotFoundPage {...{ noun, id, parent, query }} />;
  const { title, lead, settings, isLong = false, canDelete = true, ...view } = show(record, !error);
  const { warning, actions, content, saved } = view;
  const list = <Settings id={id} settings={Object.values(settings)} />;
  const left = isLong ? list : view.picture;
  const body = (
    <div className="stack">
      {error && <Failure error={error} onRetry={refetch} />}
      {!isLong && list}
      {content}
      {edit && saved && (
        <section className="stack">
          {edit.title && <h2>{edit.title}</h2>}
          <EditForm key={id} {...edit} {...{ id, saved, type }} />
        </section>
      )}
      <RawJsonDetails title="Raw JSON" id={id} useRawJson={useRawJson} />
    </div>
  );
  return (
    <Page
      title={nameRecord(title)}
      lead={lead}
      parent={parent}
      actions={actions}
      operation={{ document, variables: { id } }}
      furtherActions={
        deletion && canDelete
          ? [
              {
                label: deletion.verb ?? 'Delete',
                onSelect: () => setDeleting(true),
                isDangerous: true,
              },
            ]
          : []
      }
    >
      {deletion && canDelete && (
        <ActionDialog
          {...describeDeletion({ name: nameRecord(title), noun, verb: deletion.verb, warning })}
          id={id}
          type={type}
          useAction={deletion.useDelete}
          onDone={leave}
          isOpen={isDeleting}
          onOpenChange={setDeleting}
        />
      )}
      {left ? (
        <div className="beside">
          {left}
          {body}
        </div>
      ) : (
        body
      )}
    </Page>
  );
}
