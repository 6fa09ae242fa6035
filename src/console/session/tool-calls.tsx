import type { SessionToolCallsQuery } from '../../hooks/index.ts';
import { formatDuration, formatValue } from '../shell/format.tsx';
import { JsonDetails } from '../shell/page.tsx';
import { parseJson } from '../shell/parse.ts';

type Session = NonNullable<SessionToolCallsQuery['session']>;

interface ToolCallsProps {
  readonly toolCalls: NonNullable<Session['toolCalls']>;
}

export function ToolCalls({ toolCalls }: ToolCallsProps) {
  if (toolCalls.length === 0) return <p className="empty">No tool was called.</p>;
  return (
    <ul className="rows">
      {toolCalls.map(({ toolCallId, toolName, status, turnIndex, durationSeconds, ...call }) => (
        <li key={`${turnIndex} ${toolCallId}`} className="tool-call">
          <p className="row">
            <strong className="code">{toolName ?? 'Unknown tool'}</strong>
            <span className="badge">
              {[call.toolType && formatValue(call.toolType), call.toolSubtype]
                .filter(Boolean)
                .join(', ')}
            </span>
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
          {call.errorMessage && <p className="issue">{call.errorMessage}</p>}
          {call.arguments && <JsonDetails title="Arguments" value={call.arguments} />}
          {call.result !== null && (
            <JsonDetails title="Result" value={parseJson(call.result).value ?? call.result} />
          )}
          {call.documentsAccessed && call.documentsAccessed.length > 0 && (
            <p className="small">Documents: {call.documentsAccessed.join(', ')}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
