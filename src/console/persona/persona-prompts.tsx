import { usePersonaPromptsQuery } from '../../hooks/index.ts';
import { Settings } from '../shell/display.tsx';
import { Hidden, Section } from '../shell/page.tsx';
import { listSet } from './further-settings.ts';
import type { Prompts } from './persona-draft.ts';

const LABELS = {
  initialMessage: 'First message',
  personality: 'Personality',
  directorNotes: 'How the avatar acts',
} as const satisfies { readonly [Name in Exclude<keyof Prompts, 'id' | 'systemPrompt'>]: string };

const further = (prompts: Prompts | null) => Object.values(listSet(LABELS, prompts ?? {}));

/** Whether the credentials may not read how a persona is made. */
export const arePromptsHidden = ({ error }: ReturnType<typeof usePersonaPromptsQuery>): boolean =>
  error?.code === 'FORBIDDEN';

/** How a persona is made, which needs a scope of its own. */
export function PersonaPrompts({ id }: { readonly id: string }) {
  const query = usePersonaPromptsQuery({ id });
  if (arePromptsHidden(query)) {
    return (
      <section>
        <h2>System prompt</h2>
        <Hidden what="System prompt and first message are" scope="prompts:read" />
      </section>
    );
  }
  return (
    <Section title="System prompt" query={query}>
      {({ persona }) => (
        <div className="stack">
          {persona?.systemPrompt ? (
            <blockquote className="prompt">{persona.systemPrompt}</blockquote>
          ) : (
            <p className="empty">None.</p>
          )}
          {further(persona).length > 0 && <Settings settings={further(persona)} />}
        </div>
      )}
    </Section>
  );
}
