import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as api from '../../hooks/index.ts';
import { formatDuration, formatValue } from '../shell/format.tsx';
import { Hidden, JsonDetails, Section } from '../shell/page.tsx';
import { parseJson } from '../shell/parse.ts';
import { Turns } from './statistics.tsx';

/** Formats the time of a message since the start of the session: `1:05`. */
function formatOffset(start: string | null, time: string | null): string {
  if (start === null || time === null) return '';
  const seconds = Math.max(0, Math.floor((Date.parse(time) - Date.parse(start)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type Transcribed = NonNullable<api.SessionTranscriptQuery['session']>;

function Transcript(transcript: NonNullable<Transcribed['transcript']>) {
  const { personaName, startedAt, transcriptsEnabled } = transcript;
  const messages = transcript.messages ?? [];
  if (transcriptsEnabled === false)
    return <p className="empty">Transcripts are disabled for this session.</p>;
  if (messages.length === 0) return <p className="empty">Nothing was said.</p>;
  const names = { USER: 'User', PERSONA: personaName ?? 'Persona' };
  return (
    <ol className="conversation">
      {messages.map(({ role, message, saidAt, wasInterrupted }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids and keep their order.
        <li key={index} data-role={role}>
          <p className="small">
            <strong>{role ? names[role] : 'Unknown'}</strong>{' '}
            {saidAt && <time dateTime={saidAt}>{formatOffset(startedAt, saidAt)}</time>}{' '}
            {wasInterrupted && <span className="badge">interrupted</span>}
          </p>
          <p>{message}</p>
        </li>
      ))}
    </ol>
  );
}

/** Plays a recording: a video, or only sound. */
function Recording({ url }: { readonly url: string }) {
  const [state, setState] = useState<'video' | 'sound' | 'broken'>('sound');
  if (state === 'broken') return <p className="issue">The recording cannot be played.</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript below is its text.
    <video
      className="recording"
      data-kind={state}
      src={url}
      aria-label="Recording"
      controls
      preload="metadata"
      onLoadedMetadata={({ currentTarget }) =>
        setState(currentTarget.videoWidth > 0 ? 'video' : 'sound')
      }
      onError={() => setState('broken')}
    />
  );
}

type ToolCallOf = NonNullable<
  NonNullable<api.SessionToolCallsQuery['session']>['toolCalls']
>[number];

function ToolCall({ toolName, toolType, toolSubtype, status, turnIndex, ...call }: ToolCallOf) {
  const { durationSeconds, errorMessage, result } = call;
  const kind = [toolType, toolSubtype].map((value) => value && formatValue(value));
  return (
    <li className="tool-call rows panel">
      <p className="row">
        <strong className="code">{toolName ?? 'Unknown tool'}</strong>
        <span className="badge">{kind.filter(Boolean).join(', ')}</span>
        {status && (
          <span className={status === 'FAILED' ? 'badge bad' : 'badge good'}>
            {formatValue(status)}
          </span>
        )}
        <span className="small">
          {turnIndex !== null && `turn ${turnIndex + 1}`}
          {durationSeconds !== null && ` · ${formatDuration(durationSeconds)}`}
        </span>
      </p>
      {errorMessage && <p className="issue">{errorMessage}</p>}
      {call.arguments && <JsonDetails title="Arguments" value={call.arguments} />}
      {result !== null && <JsonDetails title="Result" value={parseJson(result).value ?? result} />}
      {call.documentsAccessed && call.documentsAccessed.length > 0 && (
        <p className="small">Documents: {call.documentsAccessed.join(', ')}</p>
      )}
    </li>
  );
}

interface ConversationProps {
  readonly id: string;
  readonly isLive: boolean;
  /** Null while it runs. */
  readonly endedAt: string | null;
}

/** How long after its end the transcript of a session is awaited, in milliseconds. */
const TRANSCRIPT_LIMIT = 15 * 60_000;

/** The wait between two looks at a session without a transcript, in milliseconds. */
const INTERVAL = 5_000;

/** Polls the transcript of a session, and refreshes the other parts when the session ends and when it has a transcript. */
function useTranscript({ id, isLive, endedAt }: ConversationProps) {
  const isAwaited = isLive || Date.now() - Date.parse(endedAt ?? '') < TRANSCRIPT_LIMIT;
  const isComplete = (data?: api.SessionTranscriptQuery) =>
    !isAwaited || data?.session === null || (!data?.session?.isLive && data?.session?.transcript);
  const query = api.useSessionTranscriptQuery(
    { id },
    { refetchInterval: ({ state }) => !state.error && !isComplete(state.data) && INTERVAL },
  );
  const client = useQueryClient();
  const session = query.data?.session;
  const state = session && `${session.isLive} ${session.transcript !== null}`;
  const previous = useRef(state);
  useEffect(() => {
    if (previous.current && state && previous.current !== state) void client.invalidateQueries();
    previous.current = state;
  }, [client, state]);
  return { ...query, isAwaited: !isComplete(query.data) };
}

/** What was said in a session: its recording, transcript and tool calls, and how fast it was. Live sessions have none of it. */
export function Conversation(props: ConversationProps) {
  const { id, isLive } = props;
  const transcript = useTranscript(props);
  const recording = api.useSessionRecordingQuery({ id });
  const toolCalls = api.useSessionToolCallsQuery({ id });
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
      <Section
        title="Transcript"
        query={transcript}
        missing={
          transcript.isAwaited
            ? 'The service is preparing the transcript.'
            : 'The service has no transcript for this session.'
        }
      >
        {({ session }) => session?.transcript && <Transcript {...session.transcript} />}
      </Section>
      <Section
        title="Recording"
        query={recording}
        missing="The service has no recording for this session."
      >
        {({ session }) => session?.recordingUrl && <Recording url={session.recordingUrl} />}
      </Section>
      <Section title="Tool calls" query={toolCalls} missing="No tool was called.">
        {({ session }) =>
          session?.toolCalls?.length && (
            <ul className="rows">
              {session.toolCalls.map((call) => (
                <ToolCall key={`${call.turnIndex} ${call.toolCallId}`} {...call} />
              ))}
            </ul>
          )
        }
      </Section>
      <Turns id={id} />
    </>
  );
}
