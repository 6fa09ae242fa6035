import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import type { Resource as ResourceName } from '../hooks/index.ts';
import { AVATAR } from './avatar.tsx';
import { KNOWLEDGE_GROUP } from './knowledge/group.tsx';
import { LLM } from './llm.tsx';
import { MEETING } from './meeting.tsx';
import { EditPersonaPage } from './persona/form.tsx';
import { PERSONA } from './persona/persona.tsx';
import { SESSION } from './session/session.tsx';
import { SessionStatisticsPage } from './session/statistics.tsx';
import { NewTokenPage } from './session-token/session-token.tsx';
import { SHARE_LINK } from './share-link.tsx';
import { Shell } from './shell/frame.tsx';
import { ListPage } from './shell/list-page.tsx';
import { NewPage } from './shell/new-page.tsx';
import { getListPath } from './shell/operations.ts';
import { Page } from './shell/page.tsx';
import { RecordPage } from './shell/record-page.tsx';
import type { Resource } from './shell/resource.ts';
import { providers } from './shell/server.ts';
import { SIGN_IN_PATH } from './sign-in/sign-in.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { TOOL } from './tool/tool.tsx';
import { VOICE } from './voice.tsx';

/** A part of the navigation. */
interface Section {
  /** First part of its paths. */
  readonly path: string;
  readonly name: string;
  /** Where the navigation leads. */
  readonly href: string;
  readonly route: ReactNode;
}

/** Creates the section of a resource: its list, the form for a new record, and the page of each. */
function createSection<Item extends { id: string }, Shown extends object, Created extends object>(
  resource: Resource<Item, Shown, Created>,
): Section {
  const { path, title: name, create } = resource;
  const route = (
    <Route key={path} path={`/${path}/:id?`}>
      {({ id }: { id?: string }) => {
        if (id === undefined) return <ListPage resource={resource} />;
        if (id === 'new' && create) return <NewPage kind={resource} create={create} />;
        return <RecordPage key={id} resource={resource} id={id} />;
      }}
    </Route>
  );
  return { path, name, href: getListPath(resource), route };
}

/** Resources whose records are on the page of another one, and what is no resource: the caller. */
type Part = 'KnowledgeDocument' | 'Viewer';

/** The sections of the resources, in the order of the navigation. The compiler reports a resource that has none. */
const RESOURCES: Readonly<Record<Exclude<ResourceName, Part>, Section>> = {
  Persona: createSection(PERSONA),
  Avatar: createSection(AVATAR),
  Voice: createSection(VOICE),
  Llm: createSection(LLM),
  Tool: createSection(TOOL),
  KnowledgeGroup: createSection(KNOWLEDGE_GROUP),
  ShareLink: createSection(SHARE_LINK),
  Session: createSection(SESSION),
  MeetingInvite: createSection(MEETING),
};

const SECTIONS: readonly Section[] = [
  ...Object.values(RESOURCES),
  {
    path: 'tokens',
    name: 'Tokens',
    href: '/tokens/new',
    route: <Route key="tokens" path="/tokens/new" component={NewTokenPage} />,
  },
];

export const App = () => (
  <Shell sections={SECTIONS}>
    <Switch>
      <Route path="/">
        <ListPage resource={PERSONA} />
      </Route>
      <Route path="/personas/:id/edit">
        {({ id }: { id: string }) => <EditPersonaPage key={id} id={id} />}
      </Route>
      <Route path="/sessions/statistics" component={SessionStatisticsPage} />
      {SECTIONS.map(({ route }) => route)}
      {providers.length > 0 && <Route path={SIGN_IN_PATH} component={SignInPage} />}
      <Route>
        <Page title="Page not found" lead="The console has no page at this address." />
      </Route>
    </Switch>
  </Shell>
);
