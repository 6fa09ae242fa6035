import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import logo from '../logo.svg';
import { AccountButton, SessionNotice } from '../sign-in/sign-in-button.tsx';
import { Menu } from './overlays.tsx';
import { isObject } from './parse.ts';
import { endpoint, hasExplorer } from './server.ts';
import { ViewerStatus } from './viewer.tsx';

const THEMES = ['system', 'light', 'dark'] as const;

type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'theme';

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

function readStoredTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isTheme(stored) ? stored : 'system';
}

/** Applies a theme. Default: the stored one. */
export function applyTheme(theme: Theme = readStoredTheme()): void {
  document.documentElement.dataset.theme = theme;
}

/** Returns the theme and a function that selects the next one. */
function useTheme(): readonly [theme: Theme, next: () => void] {
  const [theme, setTheme] = useState(readStoredTheme);
  const selectNextTheme = () => {
    const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    localStorage.setItem(STORAGE_KEY, nextTheme);
    applyTheme(nextTheme);
    setTheme(nextTheme);
  };
  return [theme, selectNextTheme];
}

interface ShellProps {
  readonly sections: readonly {
    readonly path: string;
    readonly name: string;
    readonly href: string;
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

/** Returns what the previous page says about its success, as `navigate` has stored it. */
const readNotice = (state: unknown): string | undefined =>
  isObject(state) && typeof state.notice === 'string' ? state.notice : undefined;

/** The frame of every page. Navigation moves the focus to the page, as loading a document would. */
export function Shell({ sections, children }: ShellProps) {
  const [path] = useLocation();
  const links = sections.map(({ href, name, ...section }) => ({
    href,
    name,
    isCurrent: path === href || path.split('/')[1] === section.path,
  }));
  const current = links.find(({ isCurrent }) => isCurrent)?.name ?? 'Menu';
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
            {links.map(({ href, name, isCurrent }) => (
              <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
                {name}
              </Link>
            ))}
          </div>
          <Menu
            label={`Sections: ${current}`}
            className="quiet"
            actions={[
              ...links.map(({ href, name, isCurrent }) => ({ label: name, to: href, isCurrent })),
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
        <p role="status" className={notice && 'notice'}>
          {notice}
        </p>
        {children}
      </main>
    </>
  );
}
