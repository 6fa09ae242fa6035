import type { ComponentType } from 'react';
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
import { ListPage } from './shell/list-page.tsx';
import { NewPage } from './shell/new-page.tsx';
import { RecordPage } from './shell/record-page.tsx';
import type { Resource } from './shell/resource.ts';
import { TOOL } from './tool/tool.tsx';
import { VOICE } from './voice.tsx';

type ById = ComponentType<{ readonly id: string }>;

/** The pages of a section, as far as it has them. */
interface Section {
  readonly path: string;
  readonly title: string;
  /** Page of the list. Without one, the navigation leads to the page of a new record. */
  readonly List?: ComponentType;
  readonly New?: ComponentType | undefined;
  /** Pages by the second part of their paths. */
  readonly further?: Readonly<Record<string, ComponentType>>;
  readonly One?: ById;
  readonly Edit?: ById;
}

const createSection = <Item extends { id: string }, Shown extends object, Created extends object>(
  resource: Resource<Item, Shown, Created>,
): Section => {
  const { path, title, create } = resource;
  return {
    path,
    title,
    List: () => <ListPage resource={resource} />,
    New: create && (() => <NewPage kind={resource} create={create} />),
    One: ({ id }) => <RecordPage resource={resource} id={id} />,
  };
};

/** Resources whose records are on the page of another one, and what is no resource: the caller. */
type Part = 'KnowledgeDocument' | 'Viewer';

/** The sections of the resources, in the order of the navigation. The compiler reports a resource that has none. */
const RESOURCES: Readonly<Record<Exclude<ResourceName, Part>, Section>> = {
  Persona: { ...createSection(PERSONA), Edit: EditPersonaPage },
  Avatar: createSection(AVATAR),
  Voice: createSection(VOICE),
  Llm: createSection(LLM),
  Tool: createSection(TOOL),
  KnowledgeGroup: createSection(KNOWLEDGE_GROUP),
  ShareLink: createSection(SHARE_LINK),
  Session: { ...createSection(SESSION), further: { statistics: SessionStatisticsPage } },
  MeetingInvite: createSection(MEETING),
};

/** All sections. The list of the first one is the start page. */
export const SECTIONS: readonly Section[] = [
  ...Object.values(RESOURCES),
  { path: 'tokens', title: 'Tokens', New: NewTokenPage },
];
