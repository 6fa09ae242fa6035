import { AvatarsDocument, useAvatarsQuery } from '../../hooks/index.ts';
import { Card } from '../shell/display.tsx';
import { ListPage } from '../shell/list-page.tsx';

export const AvatarsPage = () => (
  <ListPage
    title="Avatars"
    noun="avatar"
    lead="The visuals of your personas."
    document={AvatarsDocument}
    useList={useAvatarsQuery}
    read={({ avatars }) => avatars}
    canOpenById
    canCreate
    layout="cards"
    renderItem={({ id, displayName, imageUrl }) => (
      <Card section="avatars" id={id} name={displayName ?? id} imageUrl={imageUrl} />
    )}
  />
);
