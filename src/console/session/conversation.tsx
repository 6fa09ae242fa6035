import { useEffect, useRef } from 'react';
import {
  useSessionRecordingQuery,
  useSessionToolCallsQuery,
  useSessionTranscriptPolling,
} from '../../hooks/index.ts';
import { Hidden } from '../shell/hidden.tsx';
import { Section } from '../shell/section.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import { Recording } from './recording.tsx';
import { ToolCalls } from './tool-calls.tsx';
import { Transcript } from './transcript.tsx';

interface ConversationProps {
  readonly id: string;
  readonly isLive: boolean;
  /** Null while it runs. */
  readonly endedAt: string | null;
}

/** How long after its end the transcript of a session is awaited, in milliseconds. */
const TRANSCRIPT_LIMIT = 15 * 60_000;

/** Polls the transcript of a session, and refreshes the other parts when the session ends and when it has a transcript. */
function useTranscript({ id, isLive, endedAt }: ConversationProps) {
  const isAwaited = isLive || Date.now() - Date.parse(endedAt ?? '') < TRANSCRIPT_LIMIT;
  const query = useSessionTranscriptPolling({ id }, isAwaited ? {} : { pace: { timeLimit: 0 } });
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

/** Says that there is nothing, or not yet. */
const Missing = ({ what, isLive }: { readonly what: string; readonly isLive: boolean }) => (
  <p className="empty">
    {isLive ? `No ${what} yet: the session is live.` : `No ${what} yet, or none is kept.`}
  </p>
);

/** What was said in a session: its recording, transcript and tool calls. */
export function Conversation(props: ConversationProps) {
  const { id, isLive } = props;
  const transcript = useTranscript(props);
  const recording = useSessionRecordingQuery({ id });
  const toolCalls = useSessionToolCallsQuery({ id });
  if (transcript.error?.code === 'FORBIDDEN')
    return (
      <section>
        <h2>Transcript</h2>
        <Hidden what="Transcripts, recordings and tool calls are" scope="transcripts:read" />
      </section>
    );
  return (
    <>
      <Section title="Recording" query={recording}>
        {({ session }) =>
          session?.recordingUrl ? (
            <Recording url={session.recordingUrl} />
          ) : (
            <Missing what="recording" isLive={isLive} />
          )
        }
      </Section>
      <Section title="Transcript" query={transcript}>
        {({ session }) =>
          session?.transcript ? (
            <Transcript transcript={session.transcript} />
          ) : (
            <Missing what="transcript" isLive={isLive} />
          )
        }
      </Section>
      <Section title="Tool calls" query={toolCalls}>
        {({ session }) => <ToolCalls toolCalls={session?.toolCalls ?? []} />}
      </Section>
    </>
  );
}
