import { Link } from 'wouter';
import * as api from '../hooks/index.ts';
import { FIELDS } from './form-fields.ts';
import { PERSONA_OF_PAGE, readPersona } from './persona/kind.ts';
import { CredentialPanel } from './shell/credentials.tsx';
import { RecordLink } from './shell/display.tsx';
import { createFields } from './shell/fields.ts';
import { capitalize, DateTime, formatValue, nameRecord } from './shell/format.tsx';
import { Related } from './shell/page.tsx';
import { defineResource, type Summary } from './shell/resource.ts';

const EXPIRES = { label: 'Expires in (hours)', suggestions: [1, 24, 168, 720, 8760] };

const USES = { label: 'Number of uses' };

type Fields = api.ShareLinkFieldsFragment;

/** Returns why a share link does not open its persona any more; undefined if it does. */
function findEnd({ isEnabled, expiresAt, usageLimit, usageCount }: Fields): string | undefined {
  if (isEnabled === false) return 'disabled';
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) return 'expired';
  return usageLimit !== null && (usageCount ?? 0) >= usageLimit ? 'used up' : undefined;
}

/** Says how often a share link was used, and how often it can be. */
const formatUses = ({ usageCount, usageLimit }: Fields): string =>
  `${usageCount ?? 0} of ${usageLimit ?? 'any number of'} uses`;

/** Describes where a share link opens its persona. Services may have other types. */
const formatType = ({ type }: Fields): string => capitalize(formatValue(type ?? 'LINK'));

function summarize(link: Fields): Summary {
  const { personaName: name, expiresAt } = link;
  const end = findEnd(link);
  return {
    name,
    badge: end ?? 'active',
    tone: end ? 'bad' : 'good',
    description: (
      <>
        {formatUses(link)}
        {expiresAt && ' · expires '}
        {expiresAt && <DateTime at={expiresAt} />}
      </>
    ),
  };
}

/** Shows the token of a new share link for copying, once. It is not stored anywhere. */
function showCreated({ createShareLink }: api.CreateShareLinkMutation) {
  if (!createShareLink) return null;
  const { shareToken, shareLink } = createShareLink;
  const name = nameRecord(shareLink.personaName);
  return shareToken ? (
    <CredentialPanel
      title={`Share link of ${name}`}
      hint={`Copy this token now: it is not shown again. It belongs at the end of the address where your service opens shared personas. Send that link to the people who should talk to ${name}: anyone who has it can.`}
      value={shareToken}
      expiresAt={shareLink.expiresAt}
    />
  ) : (
    <p>The link was created, but the service did not return its token.</p>
  );
}

export const SHARE_LINK = defineResource({
  noun: 'share link',
  title: 'Share links',
  path: 'share-links',
  lead: 'Links that open a persona without an API key.',
  list: api.ShareLinksDocument,
  searchLabel: 'Search by persona or id',
  summarize,
  create: {
    document: api.CreateShareLinkDocument,
    lead: 'A link that opens a persona without an API key.',
    getValues: readPersona,
    fields: createFields(FIELDS.CreateShareLinkInput, {
      personaId: PERSONA_OF_PAGE,
      expiresInHours: EXPIRES,
      usageLimit: USES,
    }),
    renderCreated: showCreated,
  },
  record: api.ShareLinkDocument,
  raw: api.ShareLinkRecordDocument,
  show: (link, isComplete) => {
    const { persona, personaId, personaName, expiresAt } = link;
    const end = findEnd(link);
    return {
      title: `Share link of ${personaName ?? persona?.name ?? 'a persona'}`,
      lead: 'Its token was shown once, when the link was created. If it is lost, create another link.',
      settings: {
        Persona: persona ? (
          <RecordLink path="personas" {...persona} />
        ) : (
          `${personaName ?? personaId ?? 'unknown'}${isComplete ? ' (no longer exists)' : ''}`
        ),
        State: `${end ?? 'active'}, ${formatUses(link)}`,
        Expires: expiresAt ? <DateTime at={expiresAt} /> : 'never',
        Type: formatType(link),
        'Primary link': link.isPrimary && 'yes',
        'Embedded by': link.allowEverywhere ? 'any page' : link.allowedOrigins?.join(', '),
        Watermark: link.removeWatermark && 'removed',
        Created: <DateTime at={link.createdAt} />,
      },
      warning: 'It no longer opens the persona.',
    };
  },
  change: {
    document: api.UpdateShareLinkDocument,
    fields: createFields(FIELDS.UpdateShareLinkInput, {
      expiresInHours: {
        ...EXPIRES,
        hint: 'Counted from now. Leave empty to keep the current expiry.',
      },
      usageLimit: { ...USES, hint: 'The total, including past uses.' },
    }),
  },
  remove: api.DeleteShareLinkDocument,
});

/** The share links of a persona on its page. */
export function PersonaShareLinks({ personaId }: { readonly personaId: string }) {
  const query = api.usePersonaShareLinksQuery({ id: personaId });
  return (
    <Related
      title="Share links"
      query={query}
      kind={SHARE_LINK}
      find={({ persona }) => persona?.shareLinks?.nodes}
      missing="This persona has no share links."
    >
      <Link
        href={`/share-links/new?persona=${encodeURIComponent(personaId)}`}
        className="button plain"
      >
        Create share link
      </Link>
    </Related>
  );
}
