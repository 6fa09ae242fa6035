// Generated from src/contract by `npm run generate`; not to be edited.

export const FIELDS = {
  "ClientToolConfigInput": {
    "parameters": {
      "kind": "json",
      "label": "Parameters",
      "hint": "JSON Schema of the arguments.",
      "isRequired": false,
      "cleared": {}
    },
    "awaitResult": {
      "kind": "boolean",
      "label": "Await result",
      "hint": "Whether the LLM waits for the result.",
      "isRequired": false
    },
    "toolTimeoutSeconds": {
      "kind": "number",
      "label": "Tool timeout seconds",
      "hint": "Seconds until the call fails (1 to 600).",
      "isRequired": false
    }
  },
  "CreateAvatarInput": {
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the avatar (3 to 50 characters).",
      "isRequired": true
    },
    "avatarModel": {
      "kind": "text",
      "label": "Avatar model",
      "hint": "Avatar model, for example cara-3. By default, the service chooses it.",
      "isRequired": false
    },
    "image": {
      "kind": "object",
      "label": "Image",
      "hint": "The image.",
      "isRequired": true
    }
  },
  "CreateKnowledgeGroupInput": {
    "name": {
      "kind": "text",
      "label": "Name",
      "hint": "Name of the group (1 to 100 characters).",
      "isRequired": true
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the group.",
      "isRequired": false,
      "cleared": ""
    }
  },
  "CreateLlmInput": {
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the LLM (1 to 100 characters).",
      "isRequired": true
    },
    "llmFormat": {
      "kind": "text",
      "label": "LLM format",
      "hint": "API format, for example openai, azure_openai, groq_openai, gemini.",
      "isRequired": true
    },
    "urls": {
      "kind": "list",
      "label": "Urls",
      "hint": "URLs of the LLM API (1 to 10). An update replaces the saved list.",
      "isRequired": true
    },
    "modelName": {
      "kind": "text",
      "label": "Model name",
      "hint": "Model name in requests to the LLM API.",
      "isRequired": true
    },
    "secret": {
      "kind": "secret",
      "label": "Secret",
      "hint": "API key of the LLM. It is stored encrypted and never returned.",
      "isRequired": true
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the LLM.",
      "isRequired": false,
      "cleared": ""
    },
    "temperature": {
      "kind": "number",
      "label": "Temperature",
      "hint": "Sampling temperature (0 to 2).",
      "isRequired": false
    },
    "maxTokens": {
      "kind": "integer",
      "label": "Max tokens",
      "hint": "Maximum number of output tokens.",
      "isRequired": false
    },
    "deploymentName": {
      "kind": "text",
      "label": "Deployment name",
      "hint": "Deployment name, for azure_openai.",
      "isRequired": false
    },
    "apiVersion": {
      "kind": "text",
      "label": "API version",
      "hint": "API version, for azure_openai.",
      "isRequired": false
    },
    "metadata": {
      "kind": "json",
      "label": "Metadata",
      "hint": "Custom metadata. An update replaces the saved object.",
      "isRequired": false,
      "cleared": {}
    },
    "reasoningEffort": {
      "kind": "text",
      "label": "Reasoning effort",
      "hint": "Reasoning effort, for example default, low, medium or high.",
      "isRequired": false
    },
    "reasoningFormat": {
      "kind": "text",
      "label": "Reasoning format",
      "hint": "Reasoning format, for example parsed, raw or hidden.",
      "isRequired": false
    }
  },
  "CreateMeetingInviteInput": {
    "meetingUrl": {
      "kind": "url",
      "label": "Meeting URL",
      "hint": "URL of the meeting. It must use https.",
      "isRequired": true
    },
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the persona in the meeting.",
      "isRequired": false
    },
    "groupCall": {
      "kind": "boolean",
      "label": "Group call",
      "hint": "Whether the meeting has several participants. Default: true.",
      "isRequired": false
    },
    "region": {
      "kind": "enum",
      "label": "Region",
      "hint": "Region of the session. Default: any.",
      "isRequired": false,
      "values": {
        "EU": "Eu",
        "US_EAST": "Us east",
        "US_WEST": "Us west"
      }
    },
    "regionPolicy": {
      "kind": "enum",
      "label": "Region policy",
      "hint": "Whether another region may replace a full one. Default: PREFERRED.",
      "isRequired": false,
      "values": {
        "PREFERRED": "Preferred",
        "STRICT": "Strict"
      }
    },
    "clientLabel": {
      "kind": "text",
      "label": "Client label",
      "hint": "Label of the session, at most 128 characters.",
      "isRequired": false,
      "cleared": ""
    },
    "sessionOptions": {
      "kind": "object",
      "label": "Session options",
      "hint": "Options of the session other than the persona.",
      "isRequired": false,
      "cleared": {}
    },
    "personaId": {
      "kind": "text",
      "label": "Persona id",
      "hint": "Id of the persona that joins.",
      "isRequired": false
    },
    "personaConfig": {
      "kind": "object",
      "label": "Persona config",
      "hint": "The persona, instead of personaId.",
      "isRequired": false
    },
    "joinAt": {
      "kind": "time",
      "label": "Join at",
      "hint": "When the persona joins. Default: immediately.",
      "isRequired": false
    }
  },
  "CreatePersonaInput": {
    "name": {
      "kind": "text",
      "label": "Name",
      "hint": "Name of the persona.",
      "isRequired": false
    },
    "avatarId": {
      "kind": "text",
      "label": "Avatar id",
      "hint": "Avatar to use.",
      "isRequired": false
    },
    "voiceId": {
      "kind": "text",
      "label": "Voice id",
      "hint": "Voice to use.",
      "isRequired": false
    },
    "llmId": {
      "kind": "text",
      "label": "LLM id",
      "hint": "LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.",
      "isRequired": false
    },
    "systemPrompt": {
      "kind": "text",
      "label": "System prompt",
      "hint": "System prompt for the LLM.",
      "isRequired": false,
      "cleared": ""
    },
    "skipGreeting": {
      "kind": "boolean",
      "label": "Skip greeting",
      "hint": "Whether to skip the greeting.",
      "isRequired": false
    },
    "uninterruptibleGreeting": {
      "kind": "boolean",
      "label": "Uninterruptible greeting",
      "hint": "If true, the user cannot interrupt the greeting.",
      "isRequired": false
    },
    "avatarModel": {
      "kind": "text",
      "label": "Avatar model",
      "hint": "Avatar model, for example cara-3, one of those that the avatar supports. If null, the avatar's default applies.",
      "isRequired": false
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the persona. Does not affect the persona's behavior.",
      "isRequired": false,
      "cleared": ""
    },
    "initialMessage": {
      "kind": "text",
      "label": "Initial message",
      "hint": "First message of a session.",
      "isRequired": false
    },
    "languageCode": {
      "kind": "text",
      "label": "Language code",
      "hint": "Language of the sessions, for example en.",
      "isRequired": false
    },
    "toolIds": {
      "kind": "list",
      "label": "Tool ids",
      "hint": "Ids of the tools. An update replaces the saved list.",
      "isRequired": false
    },
    "voiceDetectionOptions": {
      "kind": "object",
      "label": "Voice detection options",
      "hint": "Speech detection options. An update replaces the saved object.",
      "isRequired": false,
      "cleared": {}
    },
    "voiceGenerationOptions": {
      "kind": "object",
      "label": "Voice generation options",
      "hint": "Voice generation options. An update replaces the saved object; without them, a new voice resets it.",
      "isRequired": false,
      "cleared": {}
    },
    "zeroDataRetention": {
      "kind": "boolean",
      "label": "Zero data retention",
      "hint": "If true, no data of sessions is stored. Voice and LLM must support it.",
      "isRequired": false
    },
    "widgetConfig": {
      "kind": "object",
      "label": "Widget config",
      "hint": "The widget that embeds the persona in a page.",
      "isRequired": false,
      "cleared": {}
    }
  },
  "CreateSessionTokenInput": {
    "clientLabel": {
      "kind": "text",
      "label": "Client label",
      "hint": "Label that identifies the session.",
      "isRequired": false,
      "cleared": ""
    },
    "personaConfig": {
      "kind": "object",
      "label": "Persona config",
      "hint": "The persona of the session.",
      "isRequired": true
    },
    "sessionOptions": {
      "kind": "object",
      "label": "Session options",
      "hint": "Options of the session other than the persona.",
      "isRequired": false,
      "cleared": {}
    },
    "overrides": {
      "kind": "object",
      "label": "Overrides",
      "hint": "Changes to the persona of personaConfig.personaId for this session. The API reads the persona, applies the changes, and sends the resulting fields to the upstream. Fails if the persona has a setting that a session configuration cannot have.",
      "isRequired": false,
      "cleared": {}
    },
    "verify": {
      "kind": "boolean",
      "label": "Verify",
      "hint": "Whether to check the ids in the input first, at most 100: of personas, avatars and tools, and of voices and custom LLMs if the upstream supports them. An unknown id then fails here, with its path, instead of later in the client. Requires the read scope of each resource.",
      "isRequired": false
    },
    "unusable": {
      "kind": "text",
      "label": "Unusable",
      "hint": "A session token that the service has refused, and that must not be returned again. With a policy, equal requests return the same session token until its session has started.",
      "isRequired": false,
      "cleared": ""
    }
  },
  "CreateShareLinkInput": {
    "personaId": {
      "kind": "text",
      "label": "Persona id",
      "hint": "Id of the persona that the link opens.",
      "isRequired": true
    },
    "expiresInHours": {
      "kind": "number",
      "label": "Expires in hours",
      "hint": "Hours until the link expires. Default: 168.",
      "isRequired": false
    },
    "usageLimit": {
      "kind": "integer",
      "label": "Usage limit",
      "hint": "Maximum number of uses. Default: 10.",
      "isRequired": false
    }
  },
  "CreateToolInput": {
    "name": {
      "kind": "text",
      "label": "Name",
      "hint": "Unique name for the LLM: 1 to 64 letters, digits, \"_\", \".\" or \"-\".",
      "isRequired": true
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the tool for the LLM.",
      "isRequired": true
    },
    "config": {
      "kind": "object",
      "label": "Config",
      "hint": "Configuration. A system tool cannot be changed or deleted later.",
      "isRequired": true
    },
    "disableInterruptions": {
      "kind": "boolean",
      "label": "Disable interruptions",
      "hint": "If true, the user cannot interrupt while the tool runs.",
      "isRequired": false
    }
  },
  "CreateVoiceInput": {
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the voice (1 to 100 characters).",
      "isRequired": true
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the voice.",
      "isRequired": false,
      "cleared": ""
    },
    "language": {
      "kind": "text",
      "label": "Language",
      "hint": "Language, for example en.",
      "isRequired": false
    },
    "enhance": {
      "kind": "boolean",
      "label": "Enhance",
      "hint": "Whether to remove noise. By default, the service decides.",
      "isRequired": false
    },
    "audio": {
      "kind": "object",
      "label": "Audio",
      "hint": "The recording.",
      "isRequired": true
    }
  },
  "KnowledgeToolConfigInput": {
    "knowledgeGroupIds": {
      "kind": "list",
      "label": "Knowledge group ids",
      "hint": "Ids of the knowledge groups to search.",
      "isRequired": true
    }
  },
  "LlmUrlInput": {
    "url": {
      "kind": "url",
      "label": "URL",
      "hint": "The URL, without user name and password.",
      "isRequired": true
    },
    "region": {
      "kind": "text",
      "label": "Region",
      "hint": "Region of the URL.",
      "isRequired": false,
      "cleared": ""
    }
  },
  "SystemToolConfigInput": {
    "action": {
      "kind": "enum",
      "label": "Action",
      "hint": "The action.",
      "isRequired": true,
      "values": {
        "END_CALL": "End call",
        "INTERRUPT": "Interrupt"
      }
    }
  },
  "UpdateAvatarInput": {
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the avatar (3 to 50 characters).",
      "isRequired": false
    }
  },
  "UpdateKnowledgeDocumentInput": {
    "filename": {
      "kind": "text",
      "label": "Filename",
      "hint": "File name, with its extension (1 to 255 characters).",
      "isRequired": false
    }
  },
  "UpdateKnowledgeGroupInput": {
    "name": {
      "kind": "text",
      "label": "Name",
      "hint": "Name of the group (1 to 100 characters).",
      "isRequired": false
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the group.",
      "isRequired": false,
      "cleared": ""
    }
  },
  "UpdateLlmInput": {
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the LLM (1 to 100 characters).",
      "isRequired": false
    },
    "llmFormat": {
      "kind": "text",
      "label": "LLM format",
      "hint": "API format, for example openai, azure_openai, groq_openai, gemini.",
      "isRequired": false
    },
    "urls": {
      "kind": "list",
      "label": "Urls",
      "hint": "URLs of the LLM API (1 to 10). An update replaces the saved list.",
      "isRequired": false
    },
    "modelName": {
      "kind": "text",
      "label": "Model name",
      "hint": "Model name in requests to the LLM API.",
      "isRequired": false
    },
    "secret": {
      "kind": "secret",
      "label": "Secret",
      "hint": "API key of the LLM. It is stored encrypted and never returned.",
      "isRequired": false
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the LLM.",
      "isRequired": false,
      "cleared": ""
    },
    "temperature": {
      "kind": "number",
      "label": "Temperature",
      "hint": "Sampling temperature (0 to 2).",
      "isRequired": false
    },
    "maxTokens": {
      "kind": "integer",
      "label": "Max tokens",
      "hint": "Maximum number of output tokens.",
      "isRequired": false
    },
    "deploymentName": {
      "kind": "text",
      "label": "Deployment name",
      "hint": "Deployment name, for azure_openai.",
      "isRequired": false
    },
    "apiVersion": {
      "kind": "text",
      "label": "API version",
      "hint": "API version, for azure_openai.",
      "isRequired": false
    },
    "metadata": {
      "kind": "json",
      "label": "Metadata",
      "hint": "Custom metadata. An update replaces the saved object.",
      "isRequired": false,
      "cleared": {}
    },
    "reasoningEffort": {
      "kind": "text",
      "label": "Reasoning effort",
      "hint": "Reasoning effort, for example default, low, medium or high.",
      "isRequired": false
    },
    "reasoningFormat": {
      "kind": "text",
      "label": "Reasoning format",
      "hint": "Reasoning format, for example parsed, raw or hidden.",
      "isRequired": false
    }
  },
  "UpdatePersonaInput": {
    "name": {
      "kind": "text",
      "label": "Name",
      "hint": "Name of the persona.",
      "isRequired": false
    },
    "avatarId": {
      "kind": "text",
      "label": "Avatar id",
      "hint": "Avatar to use.",
      "isRequired": false
    },
    "voiceId": {
      "kind": "text",
      "label": "Voice id",
      "hint": "Voice to use.",
      "isRequired": false
    },
    "llmId": {
      "kind": "text",
      "label": "LLM id",
      "hint": "LLM to use: the id of a built-in or custom LLM, or CUSTOMER_CLIENT_V1, which disables the server-side LLM.",
      "isRequired": false
    },
    "systemPrompt": {
      "kind": "text",
      "label": "System prompt",
      "hint": "System prompt for the LLM.",
      "isRequired": false,
      "cleared": ""
    },
    "skipGreeting": {
      "kind": "boolean",
      "label": "Skip greeting",
      "hint": "Whether to skip the greeting.",
      "isRequired": false
    },
    "uninterruptibleGreeting": {
      "kind": "boolean",
      "label": "Uninterruptible greeting",
      "hint": "If true, the user cannot interrupt the greeting.",
      "isRequired": false
    },
    "avatarModel": {
      "kind": "text",
      "label": "Avatar model",
      "hint": "Avatar model, for example cara-3, one of those that the avatar supports. If null, the avatar's default applies.",
      "isRequired": false
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the persona. Does not affect the persona's behavior.",
      "isRequired": false,
      "cleared": ""
    },
    "initialMessage": {
      "kind": "text",
      "label": "Initial message",
      "hint": "First message of a session.",
      "isRequired": false
    },
    "languageCode": {
      "kind": "text",
      "label": "Language code",
      "hint": "Language of the sessions, for example en.",
      "isRequired": false
    },
    "toolIds": {
      "kind": "list",
      "label": "Tool ids",
      "hint": "Ids of the tools. An update replaces the saved list.",
      "isRequired": false
    },
    "voiceDetectionOptions": {
      "kind": "object",
      "label": "Voice detection options",
      "hint": "Speech detection options. An update replaces the saved object.",
      "isRequired": false,
      "cleared": {}
    },
    "voiceGenerationOptions": {
      "kind": "object",
      "label": "Voice generation options",
      "hint": "Voice generation options. An update replaces the saved object; without them, a new voice resets it.",
      "isRequired": false,
      "cleared": {}
    },
    "zeroDataRetention": {
      "kind": "boolean",
      "label": "Zero data retention",
      "hint": "If true, no data of sessions is stored. Voice and LLM must support it.",
      "isRequired": false
    },
    "widgetConfig": {
      "kind": "object",
      "label": "Widget config",
      "hint": "The widget in a page. Omitted fields inside it keep their value.",
      "isRequired": false,
      "cleared": {}
    }
  },
  "UpdateShareLinkInput": {
    "expiresInHours": {
      "kind": "number",
      "label": "Expires in hours",
      "hint": "Hours from now until the link expires.",
      "isRequired": false
    },
    "usageLimit": {
      "kind": "integer",
      "label": "Usage limit",
      "hint": "Maximum number of uses.",
      "isRequired": false
    }
  },
  "UpdateToolInput": {
    "name": {
      "kind": "text",
      "label": "Name",
      "hint": "Unique name for the LLM: 1 to 64 letters, digits, \"_\", \".\" or \"-\".",
      "isRequired": false
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the tool for the LLM.",
      "isRequired": false
    },
    "disableInterruptions": {
      "kind": "boolean",
      "label": "Disable interruptions",
      "hint": "If true, the user cannot interrupt while the tool runs.",
      "isRequired": false
    },
    "config": {
      "kind": "object",
      "label": "Config",
      "hint": "Configuration of the tool, which replaces the saved one and must be of the same kind. Send secrets again: \"[redacted]\" is rejected.",
      "isRequired": false
    }
  },
  "UpdateVoiceInput": {
    "displayName": {
      "kind": "text",
      "label": "Display name",
      "hint": "Name of the voice (1 to 100 characters).",
      "isRequired": false
    },
    "description": {
      "kind": "text",
      "label": "Description",
      "hint": "Description of the voice.",
      "isRequired": false
    },
    "gender": {
      "kind": "enum",
      "label": "Gender",
      "hint": "Gender of the voice.",
      "isRequired": false,
      "values": {
        "MALE": "Male",
        "FEMALE": "Female",
        "NEUTRAL": "Neutral"
      }
    },
    "country": {
      "kind": "text",
      "label": "Country",
      "hint": "Country of the accent (ISO 3166-1, two letters).",
      "isRequired": false
    },
    "providerModelId": {
      "kind": "text",
      "label": "Provider model id",
      "hint": "Voice model of the provider.",
      "isRequired": false
    }
  },
  "VoiceDetectionOptionsInput": {
    "endOfSpeechSensitivity": {
      "kind": "number",
      "label": "End of speech sensitivity",
      "hint": "Sensitivity to the end of speech. High values respond sooner.",
      "isRequired": false
    },
    "silenceBeforeSkipTurnSeconds": {
      "kind": "number",
      "label": "Silence before skip turn seconds",
      "hint": "Seconds of silence until the persona continues.",
      "isRequired": false
    },
    "silenceBeforeSessionEndSeconds": {
      "kind": "number",
      "label": "Silence before session end seconds",
      "hint": "Seconds of silence until the session ends.",
      "isRequired": false
    },
    "silenceBeforeAutoEndTurnSeconds": {
      "kind": "number",
      "label": "Silence before auto end turn seconds",
      "hint": "Seconds of silence until the user's turn ends.",
      "isRequired": false
    },
    "speechEnhancementLevel": {
      "kind": "number",
      "label": "Speech enhancement level",
      "hint": "Amount of background noise reduction.",
      "isRequired": false
    }
  },
  "VoiceGenerationOptionsInput": {
    "stability": {
      "kind": "number",
      "label": "Stability",
      "hint": "Stability of the voice. Low values sound more expressive.",
      "isRequired": false
    },
    "similarityBoost": {
      "kind": "number",
      "label": "Similarity boost",
      "hint": "How closely the voice matches the original.",
      "isRequired": false
    },
    "speed": {
      "kind": "number",
      "label": "Speed",
      "hint": "Speaking rate; 1 is normal.",
      "isRequired": false
    },
    "style": {
      "kind": "number",
      "label": "Style",
      "hint": "How much the style of the voice is exaggerated.",
      "isRequired": false
    },
    "useSpeakerBoost": {
      "kind": "boolean",
      "label": "Use speaker boost",
      "hint": "Whether to increase the similarity to the original speaker.",
      "isRequired": false
    },
    "model": {
      "kind": "text",
      "label": "Model",
      "hint": "Speech model of the provider.",
      "isRequired": false
    },
    "volume": {
      "kind": "number",
      "label": "Volume",
      "hint": "Loudness; 1 is normal.",
      "isRequired": false
    },
    "emotion": {
      "kind": "text",
      "label": "Emotion",
      "hint": "Emotion of the voice, for example neutral, calm or sad.",
      "isRequired": false
    }
  },
  "WebhookToolConfigInput": {
    "url": {
      "kind": "url",
      "label": "URL",
      "hint": "The URL to call.",
      "isRequired": true
    },
    "method": {
      "kind": "enum",
      "label": "Method",
      "hint": "HTTP method.",
      "isRequired": true,
      "values": {
        "GET": "Get",
        "POST": "Post",
        "PUT": "Put",
        "DELETE": "Delete",
        "PATCH": "Patch"
      }
    },
    "headers": {
      "kind": "json",
      "label": "Headers",
      "hint": "HTTP headers by name.",
      "isRequired": false,
      "cleared": {}
    },
    "parameters": {
      "kind": "json",
      "label": "Parameters",
      "hint": "JSON Schema of the arguments.",
      "isRequired": false,
      "cleared": {}
    },
    "bodyTemplate": {
      "kind": "text",
      "label": "Body template",
      "hint": "Template of the request body. By default, the arguments as JSON.",
      "isRequired": false,
      "cleared": ""
    }
  }
} as const;