import { openStore } from '../../src/avatar-service/store/database.ts';

// A process of its own that opens the store in each folder it is told, and says how that went.
process.on('message', async (dataDir: string) => {
  const outcome = await openStore({ dataDir }).then(
    async (store) => {
      await store.close();
      return 'opened';
    },
    (error: unknown) => String(error),
  );
  process.send?.(outcome);
});
process.send?.('ready');
