import { useLocation, useSearchParams } from 'wouter';
import { Form, useForm } from './form.tsx';
import { capitalize } from './format.tsx';
import { getRecord, getRecordPath } from './operations.ts';
import { Page } from './page.tsx';
import { getParent } from './record-page.tsx';
import type { Creation, Kind } from './resource.ts';

/** The page that creates a record and then leads to it, or shows it. */
export function NewPage<Created extends object>(props: {
  readonly kind: Pick<Kind<never>, 'noun' | 'path' | 'title'>;
  readonly create: Creation<Created>;
}) {
  const { kind, create } = props;
  const { noun, path } = kind;
  const [params] = useSearchParams();
  const form = useForm({ ...create, values: create.getValues?.(params) ?? {} });
  const [, navigate] = useLocation();
  const onDone = (data?: Created) => {
    const id = data && getRecord(data)?.id;
    if (!create.renderCreated && typeof id === 'string')
      navigate(getRecordPath(path, id), { state: { notice: `The ${noun} was created.` } });
  };
  const created = form.data && create.renderCreated?.(form.data);
  return (
    <Page
      title={created ? `${capitalize(noun)} created` : `New ${noun}`}
      lead={create.lead}
      parent={getParent(kind)}
    >
      {created ?? <Form {...{ form, onDone }} submit={`Create ${noun}`} />}
    </Page>
  );
}
