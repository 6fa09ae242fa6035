import {
  ShareLinkDocument,
  type ShareLinkQuery,
  useDeleteShareLinkMutation,
  useShareLinkQuery,
  useShareLinkRecordQuery,
} from '../../hooks/index.ts';
import { PersonaLink } from '../persona/persona-link.tsx';
import type { Setting } from '../shell/display.tsx';
import { DateTime } from '../shell/format.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { EditShareLink } from './edit-share-link.tsx';
import { findEnd, formatType, formatUses } from './share-link-state.ts';

type ShareLink = NonNullable<ShareLinkQuery['shareLink']>;

/** The fields with a place of their own, and those that only the raw JSON shows. */
type Elsewhere = 'id' | 'personaId' | 'personaName' | 'isEnabled' | 'usageLimit' | 'organizationId';

function showShareLink(link: ShareLink, isComplete: boolean) {
  const { id, persona, personaId, personaName, expiresAt, allowedOrigins } = link;
  const end = findEnd(link);
  const settings: Readonly<Record<Exclude<keyof ShareLink, Elsewhere>, Setting | false>> = {
    persona: {
      label: 'Persona',
      value: persona ? (
        <PersonaLink persona={persona} />
      ) : (
        `${personaName ?? personaId ?? 'unknown'}${isComplete ? ' (no longer exists)' : ''}`
      ),
    },
    usageCount: { label: 'State', value: `${end ?? 'active'}, ${formatUses(link)}` },
    expiresAt: {
      label: end === 'expired' ? 'Expired' : 'Expires',
      value: expiresAt ? <DateTime at={expiresAt} /> : 'never',
    },
    type: { label: 'Type', value: formatType(link) },
    isPrimary: link.isPrimary === true && { label: 'Primary link', value: 'yes' },
    allowEverywhere: link.allowEverywhere === true && { label: 'Embedded by', value: 'any page' },
    allowedOrigins: !link.allowEverywhere &&
      !!allowedOrigins?.length && { label: 'Embedded by', value: allowedOrigins.join(', ') },
    removeWatermark: link.removeWatermark === true && { label: 'Watermark', value: 'removed' },
    createdAt: { label: 'Created', value: <DateTime at={link.createdAt} /> },
  };
  return {
    title: `Share link of ${personaName ?? persona?.name ?? 'a persona'}`,
    lead: 'Its token was shown once, when the link was created. If it is lost, create another link.',
    settings,
    warning: 'It no longer opens the persona.',
    content: <EditShareLink key={id} link={link} />,
  };
}

export const ShareLinkPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="share link"
    parent={{ href: '/share-links', name: 'Share links' }}
    document={ShareLinkDocument}
    useRecord={useShareLinkQuery}
    useRawJson={useShareLinkRecordQuery}
    read={({ shareLink }) => shareLink}
    deletion={{ type: 'ShareLink', verb: 'Revoke', useDelete: useDeleteShareLinkMutation }}
    show={showShareLink}
  />
);
