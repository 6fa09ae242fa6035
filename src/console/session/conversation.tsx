import { useState } from 'react';
import * as api from '../../hooks/index.ts';
import { formatDuration, formatValue, getTone } from '../shell/format.tsx';
import { JsonDetails, Section } from '../shell/page.tsx';
import { parseJson } from '../shell/parse.ts';
import { Turns } from './statistics.tsx';

/** Formats the time of a message since the start of the session: `1:05`. */
function formatOffset(start: string | null, time: string | null): string {
  if (start === null || time === null) return '';
  const seconds = Math.max(0, Math.floor((Date.parse(time) - Date.parse(start)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type Session = NonNullable<api.SessionQuery['session']>;

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
  const [isVideo, setVideo] = useState(false);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript below is its text.
    <video
      className="recording"
      data-video={isVideo}
      src={url}
      aria-label="Recording"
      controls
      preload="metadata"
      onLoadedMetadata={({ currentTarget }) => setVideo(currentTarget.videoWidth > 0)}
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
        {status && <span className={`badge ${getTone(status)}`}>{formatValue(status)}</span>}
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

/** How long after its end the transcript of a session is awaited, in milliseconds. */
const TRANSCRIPT_LIMIT = 15 * 60_000;

/** The wait between two looks at a session without a transcript, in milliseconds. */
const INTERVAL = 5_000;

/** What was said in a session that has ended, at `endedAt`: its transcript, recording and tool calls, and how fast it was. */
export function Conversation({ id, endedAt }: Pick<Session, 'id' | 'endedAt'>) {
  const isAwaited = (data?: api.SessionTranscriptQuery) =>
    data?.session?.transcript === null && Date.now() - Date.parse(endedAt ?? '') < TRANSCRIPT_LIMIT;
  const transcript = api.useSessionTranscriptQuery(
    { id },
    { refetchInterval: ({ state }) => !state.error && isAwaited(state.data) && INTERVAL },
  );
  const recording = api.useSessionRecordingQuery({ id });
  const toolCalls = api.useSessionToolCallsQuery({ id });
  return (
    <>
      <Section
        title="Transcript"
        query={transcript}
        missing={
          isAwaited(transcript.data)
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
