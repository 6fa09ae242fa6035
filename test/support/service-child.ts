import { flushCompileCache } from 'node:module';
import { createKey } from '../../src/avatar-service/keys.ts';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { readConfig } from '../../src/runtime/config/config.ts';

// What test/support/service-process.ts runs: the service over the store that its settings name.
const store = await openStore(readConfig(process.env).store);
await seed(store);
const { key } = await createKey(store, { plan: 'pro', label: 'child' });
const service = createAvatarService({ store });
const url = await service.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url, key });
// It is killed, and Node.js would keep what it compiled only at an exit in order.
flushCompileCache();
