import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { HINTS, LLM_FORMATS } from '../constants.ts';
import { TextField } from '../shell/controls.tsx';
import { createFormFields, type FieldError, Form } from '../shell/draft-form.tsx';
import { getIssues } from '../shell/failure.tsx';
import type { LlmDraft } from './llm-draft.ts';
import { readSecret, SecretField } from './secret-field.tsx';
import { UrlsField } from './urls-field.tsx';

interface LlmFormProps {
  readonly draft: LlmDraft;
  readonly onChange: (draft: LlmDraft) => void;
  /** Called with the form, and with the API key as entered. */
  readonly onSubmit: (secret: string, form: HTMLFormElement) => void;
  readonly secretHint: string;
  readonly error: AnyApiError | null;
  readonly fieldError: FieldError | undefined;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
  /** The result, beside the button. */
  readonly result?: ReactNode;
}

const FORMAT_NAMES: Readonly<Record<(typeof LLM_FORMATS)[number], string>> = {
  openai: 'OpenAI',
  azure_openai: 'Azure OpenAI',
  groq_openai: 'Groq',
  gemini: 'Gemini',
};

const FORMATS = LLM_FORMATS.map((id) => ({ id, name: FORMAT_NAMES[id] }));

const hints = HINTS.CreateLlmInput;

/** The fields of a custom LLM. Errors appear at their fields, and input is kept. */
export function LlmForm(props: LlmFormProps) {
  const { draft, onChange, onSubmit, secretHint, ...form } = props;
  const { error, fieldError } = form;
  const field = createFormFields(draft, onChange, error, { fieldError });
  const hasDeployment =
    draft.llmFormat.trim() === 'azure_openai' || draft.deploymentName || draft.apiVersion;
  const fields: Readonly<Record<keyof LlmDraft | 'secret', ReactNode>> = {
    displayName: <TextField label="Name" hint={hints.displayName} {...field('displayName')} />,
    description: <TextField label="Description" {...field('description')} />,
    llmFormat: (
      <TextField
        label="API format"
        hint={hints.llmFormat}
        isCode
        choices={FORMATS}
        {...field('llmFormat')}
      />
    ),
    urls: <UrlsField {...field('urls')} error={error} />,
    modelName: <TextField label="Model" hint={hints.modelName} isCode {...field('modelName')} />,
    secret: <SecretField hint={secretHint} issues={getIssues(error, 'input.secret')} />,
    temperature: (
      <TextField
        label="Temperature"
        hint={`${hints.temperature} Empty: the API's default.`}
        inputMode="decimal"
        {...field('temperature')}
      />
    ),
    maxTokens: (
      <TextField label="Maximum output tokens" inputMode="numeric" {...field('maxTokens')} />
    ),
    reasoningEffort: (
      <TextField
        label="Reasoning effort"
        hint={hints.reasoningEffort}
        {...field('reasoningEffort')}
      />
    ),
    reasoningFormat: (
      <TextField
        label="Reasoning format"
        hint={hints.reasoningFormat}
        {...field('reasoningFormat')}
      />
    ),
    deploymentName: hasDeployment && (
      <TextField label="Deployment name" isCode {...field('deploymentName')} />
    ),
    apiVersion: hasDeployment && <TextField label="API version" isCode {...field('apiVersion')} />,
    metadata: (
      <TextField
        label="Metadata"
        hint="A JSON object, for your reference."
        rows={4}
        isCode
        {...field('metadata')}
      />
    ),
  };
  return (
    <Form
      {...form}
      fields={fields}
      onSubmit={(element) => onSubmit(readSecret(element), element)}
    />
  );
}
