import { flushCompileCache } from 'node:module';
import { createKey } from '../../src/avatar-service/keys.ts';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { readConfig } from '../../src/runtime/config/config.ts';
import { fillStore } from './sample/fill-store.ts';

// The program of startServiceProcess: the service over the store in its settings. It prints its address and a key.
const store = await openStore(readConfig(process.env).store);
await fillStore(store);
const { key } = await createKey(store, { plan: 'pro', label: 'child' });
const service = createAvatarService({ store });
const url = await service.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${url} ${key}\n`);
// The process is killed, and Node.js writes its compile cache only at a regular exit.
flushCompileCache();
