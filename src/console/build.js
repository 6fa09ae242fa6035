// Run by npm on install, so that a checkout has its console without a step of its own. Plain JavaScript: an older
// Node may run it. An install without workspaces has no Vite and leaves the console out.
import { fileURLToPath } from 'node:url';

const vite = await import('vite').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
  throw error;
});
const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
if (vite) await vite.build({ configFile, logLevel: 'warn' });
