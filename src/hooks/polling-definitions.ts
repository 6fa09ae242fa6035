import { FINAL_MEETING_STATUSES } from './constants.ts';
import {
  KnowledgeDocumentDocument,
  KnowledgeGroupDocument,
  MeetingInviteDocument,
  SessionTranscriptDocument,
} from './document-strings.ts';
import type { Polling, PollingPace } from './polling.ts';
import { createWaitFor } from './wait-for.ts';

/** The pace for what ends when people stop talking. */
const CALL_PACE: PollingPace = { interval: 5000, maxInterval: 30_000, timeLimit: 14_400_000 };

/** Sets the types of `isFinal` by the document. */
const definePolling = <Data, Variables>(
  polling: Polling<Data, Variables>,
): Polling<Data, Variables> => polling;

const isProcessed = ({ status }: { readonly status: string | null }) =>
  status === 'READY' || status === 'FAILED';

/** Polls a document until its text is searchable, or its processing has failed. */
export const knowledgeDocumentPolling = /*#__PURE__*/ definePolling({
  document: KnowledgeDocumentDocument,
  isFinal: ({ knowledgeDocument }) => !knowledgeDocument || isProcessed(knowledgeDocument),
});

/** Polls a group until all its documents are searchable, or their processing has failed. */
export const knowledgeGroupPolling = /*#__PURE__*/ definePolling({
  document: KnowledgeGroupDocument,
  isFinal: ({ knowledgeGroup }) => knowledgeGroup?.documents?.nodes.every(isProcessed) ?? true,
});

/** Polls a session until it has ended and has a transcript. */
export const sessionTranscriptPolling = /*#__PURE__*/ definePolling({
  document: SessionTranscriptDocument,
  isFinal: ({ session }) => !session || (!session.isLive && session.transcript !== null),
  pace: CALL_PACE,
});

/** Polls an invite until the meeting has ended, or the persona cannot join. */
export const meetingInvitePolling = /*#__PURE__*/ definePolling({
  document: MeetingInviteDocument,
  isFinal: ({ meetingInvite }) =>
    !meetingInvite || FINAL_MEETING_STATUSES.some((status) => status === meetingInvite.status),
  pace: CALL_PACE,
});

/** Waits until a document is processed. Its status is then READY or FAILED; null if there is no such document. */
export const waitForKnowledgeDocument = /*#__PURE__*/ createWaitFor(knowledgeDocumentPolling);

/** Waits until all documents of a group are processed. */
export const waitForKnowledgeGroup = /*#__PURE__*/ createWaitFor(knowledgeGroupPolling);

/** Waits until a session has ended and has a transcript. Null if there is no such session. */
export const waitForSessionTranscript = /*#__PURE__*/ createWaitFor(sessionTranscriptPolling);

/** Waits until a meeting has ended, or the persona cannot join. Null if there is no such invite. */
export const waitForMeetingInvite = /*#__PURE__*/ createWaitFor(meetingInvitePolling);
