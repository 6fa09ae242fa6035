import { FromPrimary, sendToPrimary } from './ipc-messages.ts';

export interface WorkerServer {
  readonly url: string;
  readonly summary: readonly string[];
  /** Metrics of this process, in prom-client's JSON format. */
  metrics(): Promise<object[]>;
}

/** Tells the primary that this worker is serving, and handles the primary's messages. */
export function serveAsWorker(server: WorkerServer, end: (grace: number) => void): void {
  process.on('message', async (received: unknown) => {
    const message = FromPrimary.safeParse(received).data;
    if (message?.type === 'end') end(message.grace);
    if (message?.type === 'request-metrics') {
      const metrics = await server.metrics();
      sendToPrimary({
        type: 'metrics',
        id: message.id,
        metrics: metrics.map((metric) => ({ ...metric })),
      });
    }
  });
  sendToPrimary({ type: 'serving', url: server.url, summary: [...server.summary] });
}
