import { SessionToolCall as SessionToolCallContract } from '../contract/session.ts';
import { TurnToolCall } from '../contract/session-analytics.ts';
import { builder } from './builder.ts';
import { createObjectType } from './fields.ts';

const ToolCallStatus = builder.enumType('ToolCallStatus', {
  description: 'What happened to a tool call.',
  values: {
    STARTED: { value: 'started', description: 'It has started, and no end is known.' },
    COMPLETED: { value: 'completed', description: 'It succeeded.' },
    FAILED: { value: 'failed', description: 'It failed.' },
  } as const,
});

const types = { status: ToolCallStatus };

createObjectType(TurnToolCall, { types });

export const SessionToolCall = createObjectType(SessionToolCallContract, { types });
