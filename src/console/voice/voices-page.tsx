import { useVoicesQuery, VoicesDocument } from '../../hooks/index.ts';
import { Entry } from '../shell/display.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { PlayButton } from './play-button.tsx';

/** Lists voices, each with its sample. */
export const VoicesPage = () => (
  <ListPage
    title="Voices"
    noun="voice"
    lead="What your personas speak with."
    document={VoicesDocument}
    useList={useVoicesQuery}
    read={({ voices }) => voices}
    renderItem={({ id, displayName, language, description, sampleUrl }) => (
      <Entry section="voices" name={displayName} badge={language} {...{ id, description }}>
        {sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />}
      </Entry>
    )}
  />
);
