import { FromPrimary, type FromWorker } from './messages.ts';

/** What a worker does for its primary. */
export interface Serving {
  readonly url: string;
  readonly summary: readonly string[];
  /** Metrics of this process alone, as prom-client has them. */
  metrics(): Promise<object[]>;
}

const tell = (message: FromWorker) => void process.send?.(message);

/** Tells the primary that this worker serves, and does what the primary says. */
export function serveAsWorker(serving: Serving, end: (grace: number) => void): void {
  process.on('message', async (given: unknown) => {
    const message = FromPrimary.safeParse(given).data;
    if (message?.type === 'end') end(message.grace);
    if (message?.type === 'tell own metrics') {
      const metrics = await serving.metrics();
      tell({
        type: 'own metrics',
        id: message.id,
        metrics: metrics.map((metric) => ({ ...metric })),
      });
    }
  });
  tell({ type: 'serving', url: serving.url, summary: [...serving.summary] });
}

/** The metrics of all workers together, which the primary gathers. */
export function askForAllMetrics(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const onMessage = (given: unknown) => {
    const message = FromPrimary.safeParse(given).data;
    if (message?.type !== 'all metrics') return;
    process.off('message', onMessage);
    resolve(message.text);
  };
  process.on('message', onMessage);
  tell({ type: 'asks for all metrics' });
  return promise;
}
