import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { CredentialButton } from '../shell/credentials.tsx';
import { Page } from '../shell/page.tsx';
import { providers } from '../shell/server.ts';
import { readOrigin, startSignIn, useProgress } from './sign-in.ts';

/** Where people choose a provider, come back to from it, and read what went wrong. */
export function SignInPage() {
  const { isBusy, failure, notice } = useProgress();
  const from = readOrigin(useHistoryState());
  if (isBusy) return <Page title="Sign in" lead="One moment…" />;
  return (
    <Page title="Sign in" lead={notice}>
      <div className="stack">
        {failure !== undefined && (
          <div role="alert" className="failure">
            <strong>You are not signed in</strong>
            <p>{failure}</p>
          </div>
        )}
        <div className="row">
          {providers.map((provider) => (
            <button key={provider.issuer} type="button" onClick={() => startSignIn(provider, from)}>
              Sign in with {provider.name}
            </button>
          ))}
          <CredentialButton name="Use an API key or JWT" />
          <Link href={from}>Back to the console</Link>
        </div>
      </div>
    </Page>
  );
}
