import type { AvatarModel } from '../../contract/persona.ts';
import type { JsonObject } from '../../contract/record.ts';

/** A persona of the sample data. */
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
  /** Ids of the tools, an extension of the specification. */
  readonly toolIds?: readonly string[];
}

/** An avatar of the sample data. `picture` is a file name in pictures/. */
export interface SeedAvatar {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly displayTags: readonly string[];
  readonly picture: string;
}

/** A voice of the sample data. `sample` is a file name in samples/. */
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

/** A tool of the sample data. */
export interface SeedTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'CLIENT' | 'SERVER_RAG' | 'SERVER_WEBHOOK' | 'SYSTEM';
  readonly config: JsonObject;
  readonly disableInterruptions: boolean;
}
