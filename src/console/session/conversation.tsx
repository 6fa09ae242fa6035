import { useEffect, useRef } from 'react';
import {
  useSessionRecordingQuery,
  useSessionToolCallsQuery,
  useSessionTranscriptPolling,
} from '../../hooks/index.ts';
import { Hidden, Section } from '../shell/page.tsx';
import { useRefresh } from '../shell/query.ts';
import { Recording } from './recording.tsx';
import { ToolCalls } from './tool-calls.tsx';
import { Transcript } from './transcript.tsx';
import { Turns } from './turns.tsx';

interface ConversationProps {
  readonly id: string;
  readonly isLive: boolean;
  /** Null while it runs. */
  readonly endedAt: string | null;
}

/** How long after its end the transcript of a session is awaited, in milliseconds. */
const TRANSCRIPT_LIMIT = 15 * 60_000;

/** The longest wait between two looks at a live session, in milliseconds. */
const MAX_INTERVAL = 10_000;

/** Polls the transcript of a session, and refreshes the other parts when the session ends and when it has a transcript. */
function useTranscript({ id, isLive, endedAt }: ConversationProps) {
  const isAwaited = isLive || Date.now() - Date.parse(endedAt ?? '') < TRANSCRIPT_LIMIT;
  const query = useSessionTranscriptPolling(
    { id },
    { pace: isAwaited ? { maxInterval: MAX_INTERVAL } : { timeLimit: 0 } },
  );
  const refresh = useRefresh();
  const session = query.data?.session;
  const state = session && `${session.isLive} ${session.transcript !== null}`;
  const previous = useRef(state);
  useEffect(() => {
    if (previous.current && state && previous.current !== state) void refresh('Session');
    previous.current = state;
  }, [refresh, state]);
  return query;
}

/** What was said in a session: its recording, transcript and tool calls, and how fast it was. Live sessions have none of it. */
export function Conversation(props: ConversationProps) {
  const { id, isLive } = props;
  const transcript = useTranscript(props);
  const recording = useSessionRecordingQuery({ id });
  const toolCalls = useSessionToolCallsQuery({ id });
  if (transcript.error?.code === 'FORBIDDEN')
    return (
      <>
        <section>
          <h2>Transcript</h2>
          <Hidden what="Transcripts, recordings and tool calls are" scope="transcripts:read" />
        </section>
        {!isLive && <Turns id={id} />}
      </>
    );
  if (isLive && transcript.data?.session?.transcript === null)
    return (
      <p className="live" role="status">
        <span className="dot" aria-hidden="true" />
        The session is live. Its transcript, tool calls, latencies and recording appear here when it
        ends.
      </p>
    );
  return (
    <>
      <Section title="Transcript" query={transcript}>
        {({ session }) =>
          session?.transcript ? (
            <Transcript transcript={session.transcript} />
          ) : (
            <p className="empty">
              {transcript.isPolling
                ? 'The service is preparing the transcript.'
                : 'The service has no transcript of this session.'}
            </p>
          )
        }
      </Section>
      <Section title="Recording" query={recording}>
        {({ session }) =>
          session?.recordingUrl ? (
            <Recording url={session.recordingUrl} />
          ) : (
            <p className="empty">The service has no recording of this session.</p>
          )
        }
      </Section>
      <Section title="Tool calls" query={toolCalls}>
        {({ session }) => <ToolCalls toolCalls={session?.toolCalls ?? []} />}
      </Section>
      <Turns id={id} />
    </>
  );
}
