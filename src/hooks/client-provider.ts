'use client';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react';
import { type Client, defaultClient } from './client.ts';
import { assertSameClient } from './query-keys.ts';

const ClientContext = /*#__PURE__*/ createContext<Client>(defaultClient);

/** Provides the hooks below it with a client. */
export const ClientProvider = (props: {
  readonly client: Client;
  readonly children?: ReactNode;
}): ReactElement => createElement(ClientContext.Provider, { value: props.client }, props.children);

/** Returns the client of the nearest `ClientProvider`; the default client if there is none. */
export const useClient = (): Client => useContext(ClientContext);

/** Returns the same, after a check that it may use the component's QueryClient. */
export function useCheckedClient(): Client {
  const client = useClient();
  assertSameClient(useQueryClient(), client);
  return client;
}
