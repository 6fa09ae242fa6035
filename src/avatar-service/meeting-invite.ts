import { type MeetingProvider, meetingInviteContract } from '../contract/meeting-invite.ts';
import { addEndpoints, type ServiceRoutes } from './endpoints.ts';
import { BadRequest } from './errors.ts';
import { createRecordHandlers, findOrFail } from './record-handlers.ts';

/** Meeting services by the host of their URLs, including subdomains. */
const PROVIDERS = {
  'meet.google.com': 'google_meet',
  'zoom.us': 'zoom',
  'teams.microsoft.com': 'microsoft_teams',
  'teams.live.com': 'microsoft_teams',
} as const satisfies Record<string, MeetingProvider>;

function detectProvider(url: string): MeetingProvider {
  const { hostname } = new URL(url);
  const found = Object.entries(PROVIDERS).find(
    ([host]) => hostname === host || hostname.endsWith(`.${host}`),
  );
  if (found) return found[1];
  throw BadRequest.at(
    ['meetingUrl'],
    'The URL must be that of a meeting in Google Meet, Zoom or Microsoft Teams.',
  );
}

/** The routes of meeting invites. They are records only: without an engine, no persona joins. */
export const meetingInvites: ServiceRoutes = (scopes, services) => {
  const { list, get, create } = createRecordHandlers('meetingInvite', services);
  addEndpoints(scopes, services, meetingInviteContract, {
    meetingInvites: list,
    createMeetingInvite: async ({ body, tables }) => {
      const { meetingUrl, personaId, joinAt = null, groupCall = true, region = null } = body;
      const provider = detectProvider(meetingUrl);
      const persona =
        personaId === undefined ? undefined : await tables.personas.find(personaId.toLowerCase());
      if (personaId !== undefined && !persona)
        throw BadRequest.at(['personaId'], `No persona has the id ${personaId}.`);
      const displayName =
        body.displayName ?? persona?.name ?? body.personaConfig?.name ?? 'Persona';
      const { updatedAt: _, ...invite } = create({
        provider,
        meetingUrl,
        displayName,
        status: 'pending',
        joinState: null,
        statusReason: 'This service has no engine, so no persona joins.',
        sessionId: null,
        joinAt,
        groupCall,
        region,
      });
      await tables.meetingInvites.insert(invite);
      return invite;
    },
    meetingInvite: get,
    cancelMeetingInvite: async ({ params: { id }, tables }) => {
      await findOrFail('a meeting invite', id, (recordId) =>
        tables.meetingInvites.change(recordId, (invite) => ({ ...invite, status: 'cancelled' })),
      );
    },
  });
};
