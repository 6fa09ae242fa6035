import { Route, Switch } from 'wouter';
import { AvatarPage } from './avatar/avatar-page.tsx';
import { AvatarsPage } from './avatar/avatars-page.tsx';
import { NewAvatarPage } from './avatar/new-avatar-page.tsx';
import { LlmPage } from './llm/llm-page.tsx';
import { LlmsPage } from './llm/llms-page.tsx';
import { NewLlmPage } from './llm/new-llm-page.tsx';
import { EditPersonaPage } from './persona/edit-persona-page.tsx';
import { NewPersonaPage } from './persona/new-persona-page.tsx';
import { PersonaPage } from './persona/persona-page.tsx';
import { PersonasPage } from './persona/personas-page.tsx';
import { NewTokenPage } from './session-token/new-token-page.tsx';
import { Page } from './shell/page.tsx';
import { Shell } from './shell/shell.tsx';
import { NewToolPage } from './tool/new-tool-page.tsx';
import { ToolPage } from './tool/tool-page.tsx';
import { ToolsPage } from './tool/tools-page.tsx';
import { NewVoicePage } from './voice/new-voice-page.tsx';
import { VoicePage } from './voice/voice-page.tsx';
import { VoicesPage } from './voice/voices-page.tsx';

/** The console's router. Its paths match those that `src/server/pages/console.ts` serves. */
export function App() {
  return (
    <Shell>
      <Switch>
        <Route path="/">
          <PersonasPage />
        </Route>
        <Route path="/personas">
          <PersonasPage />
        </Route>
        <Route path="/personas/new">
          <NewPersonaPage />
        </Route>
        <Route path="/personas/:id/edit">{({ id }) => <EditPersonaPage key={id} id={id} />}</Route>
        <Route path="/personas/:id">{({ id }) => <PersonaPage key={id} id={id} />}</Route>
        <Route path="/avatars">
          <AvatarsPage />
        </Route>
        <Route path="/avatars/new">
          <NewAvatarPage />
        </Route>
        <Route path="/avatars/:id">{({ id }) => <AvatarPage key={id} id={id} />}</Route>
        <Route path="/voices">
          <VoicesPage />
        </Route>
        <Route path="/voices/new">
          <NewVoicePage />
        </Route>
        <Route path="/voices/:id">{({ id }) => <VoicePage key={id} id={id} />}</Route>
        <Route path="/llms">
          <LlmsPage />
        </Route>
        <Route path="/llms/new">
          <NewLlmPage />
        </Route>
        <Route path="/llms/:id">{({ id }) => <LlmPage key={id} id={id} />}</Route>
        <Route path="/tools">
          <ToolsPage />
        </Route>
        <Route path="/tools/new">
          <NewToolPage />
        </Route>
        <Route path="/tools/:id">{({ id }) => <ToolPage key={id} id={id} />}</Route>
        <Route path="/tokens/new">
          <NewTokenPage />
        </Route>
        <Route>
          <Page title="Not here" lead="This page does not exist." />
        </Route>
      </Switch>
    </Shell>
  );
}
