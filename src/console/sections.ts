import type { ComponentType } from 'react';
import type { Resource } from '../hooks/index.ts';
import { AvatarPage, AvatarsPage, NewAvatarPage } from './avatar.tsx';
import { GroupPage, KnowledgePage, NewGroupPage } from './knowledge/group.tsx';
import { LlmPage, LlmsPage, NewLlmPage } from './llm.tsx';
import { MeetingPage, MeetingsPage, NewMeetingPage } from './meeting.tsx';
import { EditPersonaPage, NewPersonaPage } from './persona/form.tsx';
import { PersonaPage, PersonasPage } from './persona/persona.tsx';
import { SessionPage, SessionsPage } from './session/session.tsx';
import { SessionStatisticsPage } from './session/statistics.tsx';
import { NewTokenPage } from './session-token/session-token.tsx';
import { NewShareLinkPage, ShareLinkPage, ShareLinksPage } from './share-link.tsx';
import { NewToolPage, ToolPage, ToolsPage } from './tool/tool.tsx';
import { NewVoicePage, VoicePage, VoicesPage } from './voice.tsx';

type ById = ComponentType<{ readonly id: string }>;

/** The pages of one resource, as far as it has them. */
interface Section {
  /** First part of their paths. `src/server/pages/console.ts` serves those of the contract's resources. */
  readonly path: string;
  readonly name: string;
  /** Page of the list. Without one, the navigation leads to the page of a new record. */
  readonly List?: ComponentType;
  readonly New?: ComponentType;
  /** Pages by the second part of their paths. */
  readonly further?: Readonly<Record<string, ComponentType>>;
  readonly One?: ById;
  readonly Edit?: ById;
}

/** Resources whose records are on the page of another one, and what is no resource: the caller. */
type Part = 'KnowledgeDocument' | 'Viewer';

/** The sections of the resources, in the order of the navigation. The compiler reports a resource that has none. */
const RESOURCES: Readonly<Record<Exclude<Resource, Part>, Section>> = {
  Persona: {
    path: 'personas',
    name: 'Personas',
    List: PersonasPage,
    New: NewPersonaPage,
    One: PersonaPage,
    Edit: EditPersonaPage,
  },
  Avatar: {
    path: 'avatars',
    name: 'Avatars',
    List: AvatarsPage,
    New: NewAvatarPage,
    One: AvatarPage,
  },
  Voice: { path: 'voices', name: 'Voices', List: VoicesPage, New: NewVoicePage, One: VoicePage },
  Llm: { path: 'llms', name: 'LLMs', List: LlmsPage, New: NewLlmPage, One: LlmPage },
  Tool: { path: 'tools', name: 'Tools', List: ToolsPage, New: NewToolPage, One: ToolPage },
  KnowledgeGroup: {
    path: 'knowledge',
    name: 'Knowledge',
    List: KnowledgePage,
    New: NewGroupPage,
    One: GroupPage,
  },
  ShareLink: {
    path: 'share-links',
    name: 'Share links',
    List: ShareLinksPage,
    New: NewShareLinkPage,
    One: ShareLinkPage,
  },
  Session: {
    path: 'sessions',
    name: 'Sessions',
    List: SessionsPage,
    further: { statistics: SessionStatisticsPage },
    One: SessionPage,
  },
  MeetingInvite: {
    path: 'meetings',
    name: 'Meetings',
    List: MeetingsPage,
    New: NewMeetingPage,
    One: MeetingPage,
  },
};

/** All sections. The list of the first one is the start page. */
export const SECTIONS: readonly Section[] = [
  ...Object.values(RESOURCES),
  { path: 'tokens', name: 'Tokens', New: NewTokenPage },
];
