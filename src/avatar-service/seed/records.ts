import type { AvatarModel } from '../../contract/persona.ts';
import type { JsonObject } from '../../contract/record.ts';

/** A persona that a new store begins with. */
export interface SeedPersona {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly avatarId: string;
  readonly avatarModel?: AvatarModel | null;
  readonly voiceId: string;
  readonly llmId: string;
  readonly systemPrompt: string;
  readonly skipGreeting: boolean;
  /** Ids of its tools, an extension of the specification. */
  readonly toolIds?: readonly string[];
}

/** An avatar that a new store begins with; `picture` is the name of a file in pictures/. */
export interface SeedAvatar {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly displayTags: readonly string[];
  readonly picture: string;
}

/** A voice that a new store begins with; `sample` is the name of a file in samples/. */
export interface SeedVoice {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly language: string;
  readonly gender: 'MALE' | 'FEMALE' | 'NEUTRAL';
  readonly country: string;
  readonly displayTags: readonly string[];
  readonly sample: string;
}

/** A tool that a new store begins with. */
export interface SeedTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'CLIENT' | 'SERVER_RAG' | 'SERVER_WEBHOOK' | 'SYSTEM';
  readonly config: JsonObject;
  readonly disableInterruptions: boolean;
}
