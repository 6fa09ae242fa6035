import { Route, Switch } from 'wouter';
import { SECTIONS } from './sections.tsx';
import { Shell } from './shell/frame.tsx';
import { Page } from './shell/page.tsx';
import { providers } from './shell/server.ts';
import { SIGN_IN_PATH } from './sign-in/sign-in.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';

/** The routes of one section. A switch takes the first that matches. */
const ROUTES = SECTIONS.flatMap(({ path, List, New, further = {}, One, Edit }, index) => [
  index === 0 && List && <Route key="/" path="/" component={List} />,
  List && <Route key={path} path={`/${path}`} component={List} />,
  New && <Route key={`${path} new`} path={`/${path}/new`} component={New} />,
  ...Object.entries(further).map(([name, Further]) => (
    <Route key={`${path} ${name}`} path={`/${path}/${name}`} component={Further} />
  )),
  Edit && (
    <Route key={`${path} edit`} path={`/${path}/:id/edit`}>
      {({ id }: { id: string }) => <Edit key={id} id={id} />}
    </Route>
  ),
  One && (
    <Route key={`${path} one`} path={`/${path}/:id`}>
      {({ id }: { id: string }) => <One key={id} id={id} />}
    </Route>
  ),
]);

const LINKS = SECTIONS.map(({ path, title: name, List }, index) => ({
  name,
  href: index === 0 ? '/' : List ? `/${path}` : `/${path}/new`,
  isCurrent: (current: string) =>
    (index === 0 && current === '/') || current.split('/')[1] === path,
}));

export const App = () => (
  <Shell links={LINKS}>
    <Switch>
      {ROUTES}
      {providers.length > 0 && <Route path={SIGN_IN_PATH} component={SignInPage} />}
      <Route>
        <Page title="Page not found" lead="The console has no page at this address." />
      </Route>
    </Switch>
  </Shell>
);
