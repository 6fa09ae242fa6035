import type { Page } from 'playwright-core';
import { BUILT_IN_LLMS } from '../../../src/contract/llm.ts';
import { seedTool } from '../../support/files.ts';
import { avatars, handbook, personas, sessions, voices } from '../../support/sample/records.ts';

/** Paths of all pages of the console with the sample data, of some twice. */
export const PAGES: readonly string[] = [
  '/',
  `/personas/${personas[9]?.id}`,
  `/personas/${personas[9]?.id}/edit`,
  '/personas/new',
  '/avatars',
  '/avatars/new',
  `/avatars/${avatars[0]?.id}`,
  '/voices',
  '/voices/new',
  `/voices/${voices[0]?.id}`,
  '/llms',
  '/llms/new',
  `/llms/${BUILT_IN_LLMS[0]?.id}`,
  '/tools',
  '/tools/new',
  `/tools/${seedTool}`,
  '/knowledge',
  '/knowledge/new',
  `/knowledge/${handbook.id}`,
  '/share-links',
  `/share-links/new?persona=${personas[0]?.id}`,
  '/sessions',
  `/sessions?personaId=${personas[0]?.id}`,
  `/sessions/${sessions[0]?.session.id}`,
  `/sessions/${sessions[1]?.session.id}`,
  '/sessions/statistics',
  '/meetings',
  '/meetings/new',
  '/tokens/new',
  `/tokens/new?persona=${personas[0]?.id}`,
  '/tools/nothing',
  '/?name=nobody',
];

/** Waits until a page of the console has what it shows. */
export const waitUntilLoaded = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('.loading, [aria-busy="true"]') === null &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
