import { LlmsDocument, useLlmsQuery } from '../../hooks/index.ts';
import { Entry } from '../shell/display.tsx';
import { NoList } from '../shell/failure.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { useMissingList } from './use-missing-list.ts';

/** Lists LLMs, built-in ones first. */
export function LlmsPage() {
  const missingList = useMissingList(true);
  return (
    <ListPage
      title="LLMs"
      noun="LLM"
      lead="Language models of your personas. Custom LLMs use an API of your own."
      document={LlmsDocument}
      useList={useLlmsQuery}
      read={({ llms }) => llms}
      canCreate={!missingList}
      renderItem={({ id, displayName, description, isBuiltIn }) => (
        <Entry
          section="llms"
          name={displayName}
          badge={isBuiltIn ? 'built-in' : 'custom'}
          {...{ id, description }}
        />
      )}
    >
      {missingList && <NoList message={`Only built-in LLMs are listed. ${missingList}`} />}
    </ListPage>
  );
}
