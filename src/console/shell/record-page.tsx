import { type ReactNode, useState } from 'react';
import type { TypedDocument } from '../../hooks/index.ts';
import { DeleteDialog, type DeleteRecordProps } from './delete-record.tsx';
import { Failure } from './failure.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Page } from './page.tsx';
import { getData, type Query } from './query.ts';
import { RawJsonDetails, type UseRawJson } from './raw-json.tsx';
import { type Setting, Settings } from './settings.tsx';

/** What the page of a record shows. */
interface RecordView {
  /** Default `Unnamed`. */
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
}

interface RecordPageProps<Data, Item> {
  readonly id: string;
  /** Kind of the resource, such as `tool`. */
  readonly noun: string;
  /** The list. */
  readonly parent: { readonly href: string; readonly name: string };
  /** The operation that returns the record. */
  readonly document: TypedDocument<Data, never>;
  /** The hook of the operation. */
  readonly useRecord: (variables: { readonly id: string }) => Query<NoInfer<Data>>;
  /** The hook of the query for what the upstream returned. */
  readonly useRawJson: UseRawJson;
  /** Returns the record; null if there is none. */
  readonly read: (data: Data) => Item | null;
  /** How a record is deleted. Default: it cannot be. */
  readonly deletion?: Pick<DeleteRecordProps, 'type' | 'verb' | 'useDelete' | 'onDeleted'>;
  /** Shows a record. Fields of one that is not complete failed, and are null. */
  readonly show: (record: Item, isComplete: boolean) => RecordView;
}

/** The page of one record. It says so if the record is being loaded, failed to load, or does not exist. */
export function RecordPage<Data, Item>(props: RecordPageProps<Data, Item>) {
  const { id, noun, parent, document, useRecord, useRawJson, read, deletion, show } = props;
  const [isDeleting, setDeleting] = useState(false);
  const query = useRecord({ id });
  const { error, refetch } = query;
  const data = getData(query);
  const record = data && read(data);
  if (!record) return <NotFoundPage kind={noun} id={id} parent={parent} query={query} />;
  const { title, lead, settings, isLong = false, canDelete = true, ...view } = show(record, !error);
  const { warning, actions, content } = view;
  const list = <Settings id={id} settings={Object.values(settings)} />;
  const left = isLong ? list : view.picture;
  const body = (
    <div className="stack">
      {error && <Failure error={error} onRetry={refetch} />}
      {!isLong && list}
      {content}
      <RawJsonDetails title="Raw JSON" id={id} useRawJson={useRawJson} />
    </div>
  );
  return (
    <Page
      title={title ?? 'Unnamed'}
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
        <DeleteDialog
          {...{ id, noun, document, warning, ...deletion }}
          name={title ?? id}
          path={parent.href}
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
