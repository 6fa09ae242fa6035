import { flushCompileCache } from 'node:module';
import { createKey } from '../../src/avatar-service/keys.ts';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { readConfig } from '../../src/runtime/config/config.ts';
import { fillStore } from './sample/fill-store.ts';

// The program of test/support/service-process.ts: the service over the store in its settings.
const store = await openStore(readConfig(process.env).store);
await fillStore(store);
const { key } = await createKey(store, { plan: 'pro', label: 'child' });
const service = createAvatarService({ store });
const url = await service.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url, key });
// The process is killed, and Node.js writes its compile cache only at a regular exit.
flushCompileCache();
