import type { ConnectionOptions } from '../upstream/connection-pool.ts';
import type { Config } from './config/config.ts';

export const getConnectionOptions = ({ upstream }: Config): ConnectionOptions =>
  upstream?.proxy
    ? { proxy: { url: upstream.proxy.url.reveal(), except: upstream.proxy.except } }
    : {};
