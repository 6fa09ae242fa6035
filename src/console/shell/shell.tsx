import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import logo from '../logo.svg';
import { AccountButton, SessionNotice } from '../sign-in/sign-in-button.tsx';
import { Menu } from './menu.tsx';
import { endpoint, hasExplorer } from './server.ts';
import { useTheme } from './theme.ts';
import { ViewerStatus } from './viewer.tsx';

interface ShellProps {
  readonly links: readonly {
    readonly href: string;
    readonly name: string;
    readonly isCurrent: (path: string) => boolean;
  }[];
  readonly children: ReactNode;
}

const THEME_ICONS = { system: '◐', light: '☀', dark: '☾' };

function ThemeButton() {
  const [theme, next] = useTheme();
  return (
    <button
      type="button"
      className="quiet"
      onClick={next}
      aria-label={`Theme: ${theme}. Change theme`}
    >
      <span aria-hidden="true">{THEME_ICONS[theme]}</span>
    </button>
  );
}

/** The frame of every page. Navigation moves the focus to the page, as loading a document would. */
export function Shell({ links, children }: ShellProps) {
  const [path] = useLocation();
  const current = links.find(({ isCurrent }) => isCurrent(path))?.name ?? 'Menu';
  const main = useRef<HTMLElement>(null);
  const previousPath = useRef(path);
  useEffect(() => {
    if (previousPath.current === path) return;
    previousPath.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <Link href="/" className="brand">
          <img src={logo} alt="" width="28" height="28" />
          <span>avatar-graphql</span>
        </Link>
        <nav aria-label="Sections">
          <div className="links">
            {links.map(({ href, name, isCurrent }) => (
              <Link key={href} href={href} aria-current={isCurrent(path) ? 'page' : undefined}>
                {name}
              </Link>
            ))}
          </div>
          <Menu
            label={`Sections: ${current}`}
            className="quiet"
            actions={[
              ...links.map(({ href, name, isCurrent }) => ({
                label: name,
                to: href,
                isCurrent: isCurrent(path),
              })),
              ...(hasExplorer ? [{ label: 'Explorer', href: endpoint }] : []),
            ]}
          >
            <span aria-hidden="true">☰</span>
            {current}
          </Menu>
        </nav>
        <ViewerStatus />
        <div className="tools">
          {hasExplorer && <a href={endpoint}>Explorer</a>}
          <AccountButton />
          <ThemeButton />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <SessionNotice />
        {children}
      </main>
    </>
  );
}
