import type { JsonObject } from '../../contract/record.ts';
import { PLAN_LIMITS } from '../plan-limits.ts';
import { createClock, createTurn, PAUSE_SECONDS, type TurnScript } from './scripted-turns.ts';
import type { StoredSession } from '../stored-session.ts';
import { personas } from './seed-data.ts';

export interface SeedSession {
  readonly id: string;
  /** Name of the persona, as it begins. */
  readonly persona: string;
  /** Whether the session token had the configuration of the persona instead of its id. */
  readonly isEphemeral?: true;
  readonly clientLabel: string;
  readonly clientMetadata: JsonObject;
  /** Age of the session when the store is created, in hours. */
  readonly hoursAgo: number;
  /** Null if the session is live. */
  readonly exitStatus: 'NORMAL_EXIT' | 'ERROR' | 'CLOSED_BY_ENGINE' | null;
  readonly keepsNoTranscript?: true;
  readonly isRecorded?: true;
  readonly turns: readonly TurnScript[];
}

/** Id of the API key that created the session tokens. No API key of the store has it. */
const API_KEY_ID = '6c0c8a53-5d0b-4c54-9f3e-0c1f5a7c2b90';

const HOUR = 3_600_000;

/** The longest that a live session of the sample data lasts, in seconds. */
const MAX_SECONDS = PLAN_LIMITS.enterprise.sessionSeconds;

function findPersona(name: string) {
  const persona = personas.find((candidate) => candidate.name.startsWith(name));
  if (!persona) throw new Error(`The persona ${name} does not exist.`);
  return persona;
}

export function createSessionRecord(seed: SeedSession, now: Date): StoredSession {
  const { id: personaId, ...config } = findPersona(seed.persona);
  const start = now.getTime() - seed.hoursAgo * HOUR;
  const at = createClock(start);
  let seconds = 0;
  const made = seed.turns.map((turn, index) => {
    const result = createTurn(turn, index, seconds, at);
    seconds = result.personaStop;
    return result;
  });
  const isLive = seed.exitStatus === null;
  const length = seconds + PAUSE_SECONDS;
  return {
    id: seed.id,
    personaId: seed.isEphemeral ? null : personaId,
    clientLabel: seed.clientLabel,
    startTime: at(0),
    endTime: isLive ? null : at(length),
    sessionLengthMs: isLive ? null : Math.round(length * 1000),
    exitStatus: seed.exitStatus,
    engineHost: null,
    engineProtocol: null,
    engineVersion: null,
    clientMetadata: seed.clientMetadata,
    personaConfig: { type: 'ephemeral', ...config },
    apiKeyId: API_KEY_ID,
    toolCalls: made.flatMap(({ toolCall }) => toolCall ?? []),
    createdAt: at(0),
    updatedAt: isLive ? null : at(length),
    report: {
      turns: made.map(({ turn }) => turn),
      sessionType: config.llmId === 'CUSTOMER_CLIENT_V1' ? 'custom_llm_client' : 'turnkey',
      transcriptsEnabled: !seed.keepsNoTranscript,
      recordedVoiceId: seed.isRecorded ? config.voiceId : null,
      endsAt: at(MAX_SECONDS),
      errors: seed.exitStatus === 'ERROR' ? 1 : 0,
    },
  };
}
