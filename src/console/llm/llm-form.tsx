import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import type { FieldError } from '../shell/field-error.ts';
import { Form } from '../shell/form.tsx';
import { createFormFields } from '../shell/form-fields.ts';
import { getIssues } from '../shell/issues.tsx';
import { TextField } from '../shell/text-field.tsx';
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

const FORMATS = [
  { id: 'openai', name: 'OpenAI' },
  { id: 'azure_openai', name: 'Azure OpenAI' },
  { id: 'groq_openai', name: 'Groq' },
  { id: 'gemini', name: 'Gemini' },
];

/** The fields of a custom LLM. Errors appear at their fields, and input is kept. */
export function LlmForm(props: LlmFormProps) {
  const { draft, onChange, onSubmit, secretHint, ...form } = props;
  const { error, fieldError } = form;
  const field = createFormFields(draft, onChange, error, { fieldError });
  const hasDeployment =
    draft.llmFormat.trim() === 'azure_openai' || draft.deploymentName || draft.apiVersion;
  const fields: Readonly<Record<keyof LlmDraft | 'secret', ReactNode>> = {
    displayName: <TextField label="Name" hint="1 to 100 characters." {...field('displayName')} />,
    description: <TextField label="Description" {...field('description')} />,
    llmFormat: (
      <TextField
        label="API format"
        hint="Such as openai, azure_openai, groq_openai or gemini."
        isCode
        choices={FORMATS}
        {...field('llmFormat')}
      />
    ),
    urls: <UrlsField {...field('urls')} error={error} />,
    modelName: (
      <TextField
        label="Model"
        hint="Model name in requests to the API."
        isCode
        {...field('modelName')}
      />
    ),
    secret: <SecretField hint={secretHint} issues={getIssues(error, 'input.secret')} />,
    temperature: (
      <TextField
        label="Temperature"
        hint="0 to 2. Empty: the API's default."
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
        hint="Such as default, low, medium or high."
        {...field('reasoningEffort')}
      />
    ),
    reasoningFormat: (
      <TextField
        label="Reasoning format"
        hint="Such as parsed, raw or hidden."
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
