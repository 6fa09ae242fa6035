import type {
  CreateMeetingInviteInput,
  MeetingRegion,
  MeetingRegionPolicy,
} from '../../hooks/index.ts';
import { type FormFields, toCreateInput } from '../shell/draft-form.tsx';
import { FieldError } from '../shell/parse.ts';

/** The fields that the form edits: a saved persona is invited. */
type Field = Exclude<keyof FormFields<CreateMeetingInviteInput>, 'personaConfig'>;

/** The state of the form for an invite. Empty fields have no value. */
export type MeetingDraft = Readonly<
  Record<Exclude<Field, 'groupCall' | 'sessionOptions'>, string>
> & {
  readonly groupCall: boolean;
  /** Whether the session can be replayed. */
  readonly sessionOptions: boolean;
};

export const emptyDraft: MeetingDraft = {
  personaId: '',
  meetingUrl: '',
  displayName: '',
  joinAt: '',
  groupCall: true,
  region: '',
  regionPolicy: 'PREFERRED',
  clientLabel: '',
  sessionOptions: true,
};

export const REGIONS: Readonly<Record<MeetingRegion | '', string>> = {
  '': 'Any',
  EU: 'Europe',
  US_EAST: 'Eastern United States',
  US_WEST: 'Western United States',
};

/** Choices of what happens if the region is full. */
export const POLICIES: Readonly<Record<MeetingRegionPolicy, string>> = {
  PREFERRED: 'Use another region',
  STRICT: 'Do not join',
};

/** Converts a local time as typed to a timestamp. */
function readTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new FieldError('input.joinAt', 'Enter a date and a time.');
  return time.toISOString();
}

/**
 * Converts a draft to the input of a creation, without empty fields.
 * @throws FieldError if a field cannot be read.
 */
export function toInput(draft: MeetingDraft): CreateMeetingInviteInput {
  const { groupCall, joinAt, region, regionPolicy, sessionOptions, ...texts } = draft;
  return {
    ...toCreateInput<CreateMeetingInviteInput>(texts),
    // Sent even if it is empty, so that the API says what is missing.
    meetingUrl: texts.meetingUrl.trim(),
    ...(joinAt && { joinAt: readTime(joinAt) }),
    ...(!groupCall && { groupCall }),
    ...toCreateInput<Pick<CreateMeetingInviteInput, 'region' | 'regionPolicy'>>(
      region ? { region, regionPolicy } : {},
    ),
    ...(!sessionOptions && { sessionOptions: { sessionReplay: { enableSessionReplay: false } } }),
  };
}
