import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { LineWriter } from '../../../src/runtime/telemetry/line-writer.ts';

/** Writes to a stream whose reader takes a chunk only when it is asked. */
function startWriter(options: { maxWaiting?: number; closeTimeout?: number } = {}) {
  const chunks: string[] = [];
  const losses: number[] = [];
  let take: ((error?: Error) => void) | undefined;
  const stream = new Writable({
    write(chunk: Buffer, _, callback) {
      chunks.push(String(chunk));
      take = callback;
    },
  });
  const writer = new LineWriter(stream, {
    describeLoss: (count) => `lost ${count}`,
    onLoss: (count) => losses.push(count),
    ...options,
  });
  const takeChunk = async (error?: Error) => {
    await expect.poll(() => take).toBeDefined();
    const taken = take;
    take = undefined;
    taken?.(error);
  };
  return { writer, chunks, losses, takeChunk };
}

test('lines are written in order, whole, in chunks of at most 4,096 bytes', async () => {
  const { writer, chunks, takeChunk } = startWriter();
  const lines = Array.from({ length: 300 }, (_, index) => `${index} ${'é'.repeat(index)}`);
  for (const line of lines) writer.write(line);
  const all = `${lines.join('\n')}\n`;
  while (chunks.join('').length < all.length) await takeChunk();
  await takeChunk();
  await writer.close();
  expect(chunks.join('')).toBe(all);
  expect(chunks.every((chunk) => chunk.endsWith('\n'))).toBe(true);
  expect(Math.max(...chunks.map((chunk) => Buffer.byteLength(chunk)))).toBeLessThanOrEqual(4096);
  // All but the last are as full as a line allows.
  expect(chunks.length).toBeLessThan(Buffer.byteLength(all) / 3000);
});

test('what a slow reader has no room for is counted, and reported where it would be', async () => {
  const { writer, chunks, losses, takeChunk } = startWriter({ maxWaiting: 100 });
  writer.write('first');
  await expect.poll(() => chunks).toStrictEqual(['first\n']);
  for (let index = 0; index < 30; index += 1) writer.write(`line ${10 + index}`);
  expect(losses).toStrictEqual(Array(18).fill(1));
  await takeChunk();
  const kept = Array.from({ length: 12 }, (_, index) => `line ${10 + index}\n`);
  await expect.poll(() => chunks[1]).toBe(kept.join(''));
  writer.write('after');
  await takeChunk();
  await expect.poll(() => chunks[2]).toBe('lost 18\nafter\n');
});

test('a line that is too long for a chunk is lost, and counted', async () => {
  const { writer, chunks, losses } = startWriter();
  writer.write('é'.repeat(2048));
  writer.write('short');
  expect(losses).toStrictEqual([1]);
  await expect.poll(() => chunks).toStrictEqual(['lost 1\nshort\n']);
});

test('lines for a reader that is gone are counted, and no fault', async () => {
  const { writer, losses, takeChunk } = startWriter();
  for (let index = 0; index < 1000; index += 1) writer.write('a line of some characters');
  await takeChunk(new Error('EPIPE'));
  await expect.poll(() => losses).toStrictEqual([1000]);
});

test('the end waits for a slow reader, but not for long', async () => {
  const { writer, losses } = startWriter({ closeTimeout: 50 });
  for (let index = 0; index < 1000; index += 1) writer.write('a line of some characters');
  await writer.close();
  expect(losses).toStrictEqual([1000 - Math.floor(4096 / 26)]);
});

/** A process that writes lines of one letter as fast as it can. */
const SOURCE = `
  const { LineWriter } = await import(process.argv[1]);
  const writer = new LineWriter(process.stdout, { describeLoss: String, onLoss: process.abort });
  for (let index = 0; index < 3000; index += 1)
    writer.write(process.argv[2].repeat(1 + (index * 7919) % 1000));
  await writer.close();
`;

test('lines of two processes that share a pipe are not interleaved', async () => {
  const module = pathToFileURL('src/runtime/telemetry/line-writer.ts').href;
  const quoted = [process.execPath, '--input-type=module', '-e', SOURCE, module].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const start = (letter: string) => `${quoted.join(' ')} ${letter} &`;
  const shell = spawn('sh', ['-c', `${start('a')} ${start('b')} wait`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(shell.stdout), once(shell, 'exit')]);
  const lines = output.split('\n').slice(0, -1);
  expect(lines).toHaveLength(6000);
  expect(lines.filter((line) => !/^(?:a+|b+)$/.test(line))).toStrictEqual([]);
});
