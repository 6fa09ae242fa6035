import { openStore } from '../../src/avatar-service/store/database.ts';

// A child process that opens the store in each folder that it receives, and sends the outcome.
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
