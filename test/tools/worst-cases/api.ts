import { readConfig } from '../../../src/runtime/config/config.ts';
import { startApi } from '../../../src/runtime/start-api.ts';
import { reportUsage } from './report-usage.ts';

// What test/tools/worst-cases.ts measures: the API in a process of its own.
const running = await startApi(readConfig(process.env));
reportUsage(running);
process.send?.({ url: running.url });
