import { z } from 'zod';
import { flag, number, SecretText, webUrl } from './fields.ts';
import { Id, Json, optional } from './record.ts';
import { beyondSpecification, enumOf, objectOf, optionsOf } from './schema-meta.ts';
import { ToolSubtype, ToolType } from './session-analytics.ts';
import { ToolParameters, WebhookMethod } from './tool-config.ts';

/** A name from an open set: services can add others. */
const name = z.string().min(1).max(100);

/** Specification, "voiceDetectionOptions". "Numeric ranges: not shown", so none is enforced here. */
export const VoiceDetectionOptions = optionsOf(
  'VoiceDetectionOptions',
  'Speech detection options. The ranges depend on the upstream.',
  {
    endOfSpeechSensitivity: number('Sensitivity to the end of speech. High values respond sooner.'),
    silenceBeforeSkipTurnSeconds: number('Seconds of silence until the persona continues.'),
    silenceBeforeSessionEndSeconds: number('Seconds of silence until the session ends.'),
    silenceBeforeAutoEndTurnSeconds: number("Seconds of silence until the user's turn ends."),
    speechEnhancementLevel: number('Amount of background noise reduction.'),
  },
);

/** Specification, "voiceGenerationOptions". "Numeric ranges: not shown", so none is enforced here. */
export const VoiceGenerationOptions = optionsOf(
  'VoiceGenerationOptions',
  'Voice generation options. Which ones apply, and their ranges, depend on the provider of the voice.',
  {
    stability: number('Stability of the voice. Low values sound more expressive.'),
    similarityBoost: number('How closely the voice matches the original.'),
    speed: number('Speaking rate; 1 is normal.'),
    ...beyondSpecification({
      style: number('How much the style of the voice is exaggerated.'),
      useSpeakerBoost: flag('Whether to increase the similarity to the original speaker.'),
      model: name.describe('Speech model of the provider.'),
      volume: number('Loudness; 1 is normal.'),
      emotion: name.describe('Emotion of the voice, for example neutral, calm or sad.'),
    }),
  },
);

const DirectorStyle = enumOf('DirectorStyle', 'A preset acting style.', [
  'happy',
  'warm',
  'playful',
  'supportive',
  'sad',
  'angry',
  'distressed',
]);

/** How the avatar acts. Live services have it in session configurations. */
export const DirectorNotes = optionsOf(
  'DirectorNotes',
  'How the avatar acts: a preset style or one in your own words.',
  {
    presetStyle: DirectorStyle.describe('Preset style. Cannot be combined with customStylePrompt.'),
    customStylePrompt: z
      .string()
      .max(2000)
      .describe('Style in your own words, not with presetStyle (up to 2000 characters).'),
    expressivity: number('How expressive the avatar is, from 0 to 1.'),
  },
).refine((notes) => notes.presetStyle === undefined || notes.customStylePrompt === undefined, {
  error: 'presetStyle cannot be combined with customStylePrompt.',
  path: ['customStylePrompt'],
});

const WidgetLayout = enumOf('WidgetLayout', 'Layout of a widget.', {
  inline: 'In the flow of the page.',
  floating: 'Floating over the page.',
});

const WidgetState = enumOf('WidgetState', 'State of a widget.', {
  minimized: 'Only its button.',
  expanded: 'The whole widget.',
});

export const WidgetConfig = optionsOf(
  'WidgetConfig',
  'The widget that embeds a persona in a page.',
  {
    callToAction: z.string().max(1000).describe('Text that invites visitors to start a session.'),
    allowedOrigins: z
      .array(z.string().min(1).max(2048))
      .max(100)
      .describe('Origins of the pages that may embed the widget.'),
    allowEverywhere: flag('Whether any page may embed the widget.'),
    layout: WidgetLayout.describe('Layout.'),
    initialState: WidgetState.describe('Initial state.'),
    position: name.describe('Position of a floating widget on the page.'),
    showTextInput: flag('Whether the widget has a field for text.'),
    showMuteButton: flag('Whether the widget has a button that mutes the microphone.'),
    showTranscript: flag('Whether the widget shows the transcript.'),
  },
);

/** A tool of one session. Live services use another format for it than for saved tools. */
export const SessionTool = objectOf(
  'SessionTool',
  'A tool for one session. Unlike a saved tool, it has no `config`: its settings are separate fields.',
  {
    type: ToolType.describe('Where the tool runs.'),
    name: z
      .string()
      .min(1)
      .max(64)
      .describe('Name for the LLM. For a system tool, that of its action.'),
    ...optional({
      subtype: ToolSubtype.describe('What the tool does. Required for server tools.'),
      description: z.string().max(1024).describe('Description of the tool for the LLM.'),
      parameters: ToolParameters.describe('JSON Schema of the arguments.'),
      queryParameters: ToolParameters.describe(
        'For webhooks: JSON Schema of the query parameters.',
      ),
      url: webUrl('The URL').describe('For webhooks: the URL to call.'),
      method: WebhookMethod.describe('For webhooks: HTTP method.'),
      headers: Json.describe('For webhooks: HTTP headers by name.'),
      documentFolderIds: z
        .array(Id)
        .max(100)
        .describe('For knowledge tools: ids of the knowledge groups to search.'),
      awaitResult: flag('For client tools: whether the LLM waits for the result.'),
      awaitResponse: flag('For webhooks: whether the LLM waits for the response.'),
      toolTimeoutSeconds: number('For client tools: seconds until the call fails.'),
      disableInterruptions: flag('Whether the user cannot interrupt while the tool runs.'),
    }),
  },
);

const DailyRoom = objectOf('DailyRoom', 'A Daily room.', {
  roomUrl: z
    .url({ protocol: /^https$/, error: 'The URL of the room must be an https URL.' })
    .describe('URL of the room.'),
  ...optional({
    token: SecretText.describe('Token for the room, if it is private.'),
    userName: z.string().min(1).max(200).describe('Name of the persona in the room.'),
  }),
});

/** @assumed Live services send sessions to a room if the session configuration has enableAudioPassthrough. */
export const Egress = objectOf(
  'Egress',
  'A room that the persona joins. Requires enableAudioPassthrough.',
  {
    mode: name.describe('Kind of room, for example daily.'),
    daily: DailyRoom.describe('The Daily room, if the mode is daily.').optional(),
  },
);
