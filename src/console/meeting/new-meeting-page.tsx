import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { CreateMeetingInviteDocument, useCreateMeetingInviteMutation } from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { PersonaField } from '../persona/persona-field.tsx';
import { CheckField, SelectField, TextField } from '../shell/controls.tsx';
import { createFormFields, Form, useFieldError } from '../shell/draft-form.tsx';
import { Page } from '../shell/page.tsx';
import { useShowCreated } from '../shell/query.ts';
import { emptyDraft, type MeetingDraft, POLICIES, REGIONS, toInput } from './meeting-draft.ts';

const hints = FIELDS.CreateMeetingInviteInput;

/** A form that invites a persona to a meeting. The persona's id may be in the URL. */
export function NewMeetingPage() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState<MeetingDraft>({
    ...emptyDraft,
    personaId: params.get('persona') ?? '',
  });
  const { fieldError, attempt } = useFieldError();
  const show = useShowCreated('meetings', 'MeetingInvite');
  const { mutate, error, isPending } = useCreateMeetingInviteMutation({
    onSuccess: ({ createMeetingInvite: created }) => show(created?.meetingInvite),
  });
  const field = createFormFields(draft, setDraft, error, { fieldError });
  const { personaId, meetingUrl } = draft;
  const fields: Readonly<Record<keyof MeetingDraft, ReactNode>> = {
    personaId: <PersonaField {...field('personaId')} />,
    meetingUrl: (
      <TextField
        label="Meeting URL"
        hint="Google Meet, Zoom or Microsoft Teams, with https."
        inputMode="url"
        isCode
        {...field('meetingUrl')}
      />
    ),
    displayName: (
      <TextField
        label="Name in the meeting"
        hint={`${hints.displayName.hint} Empty for the persona's name.`}
        {...field('displayName')}
      />
    ),
    joinAt: (
      <TextField
        label="Joins at"
        hint="In your local time. Empty for at once."
        type="datetime-local"
        {...field('joinAt')}
      />
    ),
    groupCall: <CheckField label="The meeting has several participants" {...field('groupCall')} />,
    region: <SelectField label="Region" choices={REGIONS} {...field('region')} />,
    regionPolicy: draft.region && (
      <SelectField label="If the region is full" choices={POLICIES} {...field('regionPolicy')} />
    ),
    clientLabel: (
      <TextField label="Label" hint={hints.clientLabel.hint} {...field('clientLabel')} />
    ),
    sessionOptions: <CheckField label="Enable session replay" {...field('sessionOptions')} />,
  };
  return (
    <Page
      title="Invite to a meeting"
      lead="The persona joins a video meeting as a participant."
      parent={{ href: '/meetings', name: 'Meetings' }}
      operation={{
        document: CreateMeetingInviteDocument,
        variables: { input: { personaId, meetingUrl } },
      }}
    >
      <Form
        fields={fields}
        onSubmit={() => attempt(() => mutate({ input: toInput(draft) }))}
        error={error}
        fieldError={fieldError}
        isPending={isPending}
        submit={isPending ? 'Inviting…' : 'Invite persona'}
      />
    </Page>
  );
}
