import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { getOperationKey } from '../../hooks/index.ts';
import { ActionDialog } from './dialog.tsx';
import { Json, Settings } from './display.tsx';
import { Failure } from './failure.tsx';
import { EditForm } from './form.tsx';
import { capitalize, nameRecord } from './format.tsx';
import { getData, getListPath, getRoot, type Query, useOperation } from './operations.ts';
import { Details, Loading, Page } from './page.tsx';
import type { Kind, Resource } from './resource.ts';

export const getParent = (kind: Pick<Kind<never>, 'path' | 'title'>) => ({
  href: getListPath(kind),
  name: kind.title,
});

interface NotFoundPageProps {
  readonly kind: Pick<Kind<never>, 'noun' | 'path' | 'title'>;
  readonly id: string;
  readonly query: Query<unknown>;
}

/** Shown instead of a record's page while it loads, if it failed to load, or if it does not exist. */
export function NotFoundPage({ kind, id, query }: NotFoundPageProps) {
  const { noun } = kind;
  const { data, error, refetch } = query;
  return (
    <Page title={capitalize(noun)} parent={getParent(kind)}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data !== undefined && !error && (
        <p className="empty">
          No {noun} has the id {id}.
        </p>
      )}
      {!data && !error && <Loading what={`the ${noun}`} />}
    </Page>
  );
}

/** The raw JSON of the upstream, which requires additional scopes. */
function RawJson({ id, raw }: Pick<Resource<never, never, never>, 'raw'> & { id: string }) {
  const { data, error, refetch } = useOperation(raw, { id });
  if (error) return <Failure error={error} onRetry={refetch} />;
  return data ? <Json value={getRoot(data)} /> : <Loading what="the JSON" />;
}

/** The page of one record. It says so if the record is being loaded, failed to load, or does not exist. */
export function RecordPage<Item, Shown extends object, Created>(props: {
  readonly resource: Resource<Item, Shown, Created>;
  readonly id: string;
}) {
  const { resource, id } = props;
  const { noun, record: document, raw, change, remove, getInterval } = resource;
  const [isDeleting, setDeleting] = useState(false);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const query = useOperation(
    document,
    { id },
    {
      refetchInterval: ({ state: { data, error } }) => {
        const record = data && getRoot(data);
        return !error && record ? (getInterval?.(record) ?? false) : false;
      },
    },
  );
  const { error, refetch } = query;
  const record = getRoot(getData(query) ?? {});
  if (!record) return <NotFoundPage {...{ kind: resource, id, query }} />;
  const view = resource.show(record, !error);
  const title = nameRecord(view.title);
  const canDelete = remove && view.canDelete !== false;
  const list = <Settings id={id} settings={view.settings} />;
  const left = view.isLong ? list : view.picture;
  const body = (
    <div className="stack">
      {error && <Failure error={error} onRetry={refetch} />}
      {!view.isLong && list}
      {view.content}
      {change && view.canEdit !== false && (
        <section className="stack">
          {change.title && <h2>{change.title}</h2>}
          <EditForm {...change} id={id} saved={change.toSaved?.(record) ?? record} />
        </section>
      )}
      <Details title="Raw JSON">{() => <RawJson {...{ id, raw }} />}</Details>
    </div>
  );
  // First, so that the page does not read what there is no more.
  const leave = () => {
    navigate(getListPath(resource));
    client.removeQueries({ queryKey: [...getOperationKey(document), { id }] });
  };
  const remover = { label: 'Delete', className: 'bad', onClick: () => setDeleting(true) };
  return (
    <Page
      title={title}
      lead={view.lead}
      parent={getParent(resource)}
      actions={view.actions}
      operation={{ document, variables: { id } }}
      furtherActions={canDelete ? [remover] : []}
    >
      {canDelete && (
        <ActionDialog
          {...{ id, document: remove, warning: view.warning }}
          question={`Delete ${title}?`}
          confirm={`Delete ${noun}`}
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
