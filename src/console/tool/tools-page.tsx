import { usePersonaRecordsQuery } from '../../hooks/index.ts';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { OpenById } from '../shell/open-by-id.tsx';
import { Page } from '../shell/page.tsx';
import { readToolIds } from './tool-ids.ts';
import { ToolList } from './tool-list.tsx';

/** Lists the tools that personas use and opens others by id. The specification has no list of tools. */
export function ToolsPage() {
  const { data, error, refetch } = usePersonaRecordsQuery({ perPage: 100 });
  const ids = [...new Set(data?.personas.items.flatMap(({ record }) => readToolIds(record)))];
  return (
    <Page title="Tools" lead="Functions that the LLM of a persona can call.">
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what="tools" />}
      {data && ids.length > 0 && <ToolList ids={ids} />}
      {data && ids.length === 0 && <p className="empty">No persona uses a tool.</p>}
      <OpenById section="tools" />
    </Page>
  );
}
