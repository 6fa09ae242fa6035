import { PersonasDocument, usePersonasQuery } from '../../hooks/index.ts';
import { Card } from '../shell/display.tsx';
import { ListPage } from '../shell/list-page.tsx';

export const PersonasPage = () => (
  <ListPage
    title="Personas"
    noun="persona"
    lead="The personas that your users can talk to."
    path="/"
    placeholder="guide, tutor, …"
    document={PersonasDocument}
    useList={usePersonasQuery}
    read={({ personas }) => personas}
    layout="cards"
    renderItem={({ id, name, description, avatar }) => (
      <Card
        section="personas"
        name={name ?? 'Unnamed'}
        imageUrl={avatar?.imageUrl}
        {...{ id, description }}
      />
    )}
  />
);
