import { createKey } from '../../../src/avatar-service/keys.ts';
import { openStore } from '../../../src/avatar-service/store/database.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { startAvatarService } from '../../../src/runtime/start-avatar-service.ts';
import { reportUsage } from './report-usage.ts';

// What test/tools/worst-cases/files.ts measures: the avatar service in a process of its own.
const config = readConfig(process.env);
const running = await startAvatarService(config);
reportUsage(running);
const store = await openStore(config.store);
const keys = [];
for (const label of ['first', 'second'])
  keys.push((await createKey(store, { plan: 'pro', label })).key);
await store.close();
process.send?.({ url: running.url, keys });
