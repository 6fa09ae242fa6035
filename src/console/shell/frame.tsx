import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import logo from '../logo.svg';
import { AccountButton } from '../sign-in/sign-in-button.tsx';
import { Menu } from './overlays.tsx';
import { isObject } from './parse.ts';
import { endpoint, hasExplorer } from './server.ts';
import { ViewerStatus } from './viewer.tsx';

/** The themes with their icons. One that is not chosen here is that of the system. */
const THEMES = { system: '◐', light: '☀', dark: '☾' };

const STORAGE_KEY = 'theme';

/** Applies a theme. Default: the stored one. */
export function applyTheme(theme: string = localStorage.getItem(STORAGE_KEY) ?? 'system'): void {
  document.documentElement.dataset.theme = theme;
}

function ThemeButton() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  const names = Object.keys(THEMES);
  const index = Math.max(0, names.indexOf(theme ?? ''));
  const selectNext = () => {
    const next = names[(index + 1) % names.length] ?? 'system';
    localStorage.setItem(STORAGE_KEY, next);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      className="quiet"
      onClick={selectNext}
      aria-label={`Theme: ${names[index]}. Change theme`}
    >
      <span aria-hidden="true">{Object.values(THEMES)[index]}</span>
    </button>
  );
}

interface ShellProps {
  readonly sections: readonly {
    readonly path: string;
    readonly name: string;
    readonly href: string;
  }[];
  readonly children: ReactNode;
}

/** Returns what the previous page says about its success, as `navigate` has stored it. */
const readNotice = (state: unknown): string | undefined =>
  isObject(state) && typeof state.notice === 'string' ? state.notice : undefined;

/** The frame of every page. Navigation moves the focus to the page, as loading a document would. */
export function Shell({ sections, children }: ShellProps) {
  const [path] = useLocation();
  const links = sections.map(({ href, name, ...section }) => {
    const isCurrent = path === href || path.split('/')[1] === section.path;
    return { href, name, ...(isCurrent && ({ 'aria-current': 'page' } as const)) };
  });
  const current = links.find((link) => 'aria-current' in link)?.name ?? 'Menu';
  const notice = readNotice(useHistoryState());
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
            {links.map(({ name, ...link }) => (
              <Link key={name} {...link} className="button quiet">
                {name}
              </Link>
            ))}
          </div>
          <Menu
            label={`Sections: ${current}`}
            className="quiet"
            actions={[
              ...links.map(({ name, ...link }) => ({ label: name, render: <Link {...link} /> })),
              // biome-ignore lint/a11y/useAnchorContent: the item gives the link its content.
              ...(hasExplorer ? [{ label: 'Explorer', render: <a href={endpoint} /> }] : []),
            ]}
          >
            <span aria-hidden="true">☰</span>
            {current}
          </Menu>
        </nav>
        <ViewerStatus />
        <div className="tools">
          {hasExplorer && (
            <a href={endpoint} className="button quiet">
              Explorer
            </a>
          )}
          <AccountButton />
          <ThemeButton />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <p role="status" className={notice && 'notice'}>
          {notice}
        </p>
        {children}
      </main>
    </>
  );
}
