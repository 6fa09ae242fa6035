import { Link } from 'wouter';
import {
  type CreateShareLinkMutation,
  ShareLinkDocument,
  type ShareLinkFieldsFragment,
  type ShareLinkQuery,
  ShareLinksDocument,
  type UpdateShareLinkMutation,
  useCreateShareLinkMutation,
  useDeleteShareLinkMutation,
  usePersonaShareLinksQuery,
  useShareLinkQuery,
  useShareLinkRecordQuery,
  useShareLinksQuery,
  useUpdateShareLinkMutation,
} from '../hooks/index.ts';
import { FIELDS } from './form-fields.ts';
import { PERSONA_OF_PAGE, PersonaLink, usePersonaOfPage } from './persona/persona-field.tsx';
import { CredentialPanel } from './shell/credentials.tsx';
import { Entry, type Setting } from './shell/display.tsx';
import { createFields } from './shell/fields.ts';
import { capitalize, DateTime, formatValue, nameRecord } from './shell/format.tsx';
import { ListPage } from './shell/list-page.tsx';
import { Section } from './shell/page.tsx';
import { getRecordPath } from './shell/query.ts';
import { NewPage } from './shell/record-forms.tsx';
import { RecordPage } from './shell/record-page.tsx';

const SHARE_LINK = {
  noun: 'share link',
  type: 'ShareLink',
  parent: { href: '/share-links', name: 'Share links' },
} as const;

const EXPIRES = {
  label: 'Expires in (hours)',
  suggestions: { 1: '1 hour', 24: '1 day', 168: '1 week', 720: '30 days', 8760: '1 year' },
};

const USES = { label: 'Number of uses' };

const NEW = createFields(FIELDS.CreateShareLinkInput, {
  personaId: PERSONA_OF_PAGE,
  expiresInHours: EXPIRES,
  usageLimit: USES,
});

const EDIT = createFields(FIELDS.UpdateShareLinkInput, {
  expiresInHours: {
    ...EXPIRES,
    hint: 'Counted from now. Leave empty to keep the current expiry.',
  },
  usageLimit: { ...USES, hint: 'The total, including past uses.' },
});

/** Returns why a share link does not open its persona any more; undefined if it does. */
function findEnd(link: ShareLinkFieldsFragment): string | undefined {
  const { isEnabled, expiresAt, usageLimit, usageCount } = link;
  if (isEnabled === false) return 'disabled';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return usageLimit !== null && (usageCount ?? 0) >= usageLimit ? 'used up' : undefined;
}

/** Says how often a share link was used, and how often it can be. */
const formatUses = ({ usageCount, usageLimit }: ShareLinkFieldsFragment): string =>
  `${usageCount ?? 0} of ${usageLimit ?? 'any number of'} uses`;

/** Describes where a share link opens its persona. Services may have other types. */
function formatType({ type }: ShareLinkFieldsFragment): string {
  const words = formatValue(type ?? 'LINK');
  return capitalize(words);
}

interface ShareLinkEntryProps {
  readonly link: ShareLinkFieldsFragment;
  /** What tells it from others. */
  readonly name: string | null;
}

function ShareLinkEntry({ link, name }: ShareLinkEntryProps) {
  const { id, expiresAt } = link;
  const end = findEnd(link);
  return (
    <Entry
      section="share-links"
      badge={end ?? 'active'}
      tone={end ? 'bad' : 'good'}
      description={
        <>
          {formatUses(link)}
          {expiresAt && (
            <>
              {end === 'expired' ? ' · expired ' : ' · expires '}
              <DateTime at={expiresAt} />
            </>
          )}
        </>
      }
      {...{ id, name }}
    />
  );
}

export const ShareLinksPage = () => (
  <ListPage
    {...SHARE_LINK}
    lead="Links that open a persona without an API key."
    searchLabel="Search by persona or id"
    document={ShareLinksDocument}
    useList={useShareLinksQuery}
    renderItem={(link) => <ShareLinkEntry link={link} name={link.personaName} />}
  />
);

/** The share links of a persona on its page. */
export function PersonaShareLinks({ personaId }: { readonly personaId: string }) {
  const query = usePersonaShareLinksQuery({ id: personaId });
  return (
    <Section title="Share links" query={query}>
      {({ persona }) => (
        <div className="stack">
          {persona?.shareLinks?.nodes.length === 0 && <p>This persona has no share links.</p>}
          <ul className="rows">
            {persona?.shareLinks?.nodes.map((link) => (
              <ShareLinkEntry key={link.id} link={link} name={formatType(link)} />
            ))}
          </ul>
          <div>
            <Link
              href={`/share-links/new?persona=${encodeURIComponent(personaId)}`}
              className="button plain"
            >
              Create share link
            </Link>
          </div>
        </div>
      )}
    </Section>
  );
}

/** Shows the token of a new share link for copying, once. It is not stored anywhere. */
function showCreated({ createShareLink }: CreateShareLinkMutation, createAnother: () => void) {
  if (!createShareLink) return null;
  const { shareToken: token, shareLink } = createShareLink;
  const { id, personaName, expiresAt } = shareLink;
  return (
    <div className="stack form" role="status">
      {token ? (
        <CredentialPanel
          title={`Share link of ${nameRecord(personaName)}`}
          hint={`Copy this token now: it is not shown again. It belongs at the end of the address where your service opens shared personas. Send that link to the people who should talk to ${nameRecord(personaName)}: anyone who has it can.`}
          value={token}
        >
          {expiresAt && (
            <span>
              Expires <DateTime at={expiresAt} />.
            </span>
          )}
        </CredentialPanel>
      ) : (
        <p>The link was created, but the service did not return its token.</p>
      )}
      <div className="row">
        <Link href={getRecordPath('share-links', id)} className="button">
          Open the link's page
        </Link>
        <button type="button" className="plain" onClick={createAnother}>
          Create another share link
        </button>
      </div>
    </div>
  );
}

/** The form for a new share link. The URL may have the id of its persona. */
export const NewShareLinkPage = () => (
  <NewPage
    {...SHARE_LINK}
    lead="A link that opens a persona without an API key."
    fields={NEW}
    values={{ personaId: usePersonaOfPage() }}
    useCreate={useCreateShareLinkMutation}
    renderCreated={showCreated}
  />
);

type ShareLink = NonNullable<ShareLinkQuery['shareLink']>;

/** The fields that are shown elsewhere on the page, and those that only the raw JSON shows. */
type Elsewhere = 'id' | 'personaId' | 'personaName' | 'isEnabled' | 'usageLimit' | 'organizationId';

/** A link has the time when it expires, which a form sets in hours from now. */
const toSaved = (link: ShareLinkFieldsFragment) => ({ ...link, expiresInHours: undefined });

function showShareLink(link: ShareLink, isComplete: boolean) {
  const { persona, personaId, personaName, expiresAt, allowedOrigins } = link;
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
    saved: toSaved(link),
  };
}

export const ShareLinkPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...SHARE_LINK}
    id={id}
    document={ShareLinkDocument}
    useRecord={useShareLinkQuery}
    useRawJson={useShareLinkRecordQuery}
    edit={{
      fields: EDIT,
      useUpdate: useUpdateShareLinkMutation,
      read: ({ updateShareLink }: UpdateShareLinkMutation) =>
        updateShareLink && toSaved(updateShareLink.shareLink),
    }}
    deletion={{ verb: 'Revoke', useDelete: useDeleteShareLinkMutation }}
    show={showShareLink}
  />
);
