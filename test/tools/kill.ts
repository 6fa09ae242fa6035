import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds, WRITERS } from '../support/crash-rounds.ts';

// `npm run kill [rounds]`: kills the avatar service by SIGKILL amid its writes, 200 times by default.
const rounds = Number(process.argv[2] ?? 200);
const folder = await mkdtemp(join(tmpdir(), 'avatar-graphql-kill-'));
const began = performance.now();
try {
  const report = await killRounds(folder, rounds, (round) => {
    if (round % 20 === 0) process.stdout.write(`${round} kills\n`);
  });
  const { size } = await stat(join(folder, 'avatar-service.sqlite'));
  const { acknowledged, cutOff, losses } = report;
  process.stdout.write(
    [
      `kills            ${rounds}, by SIGKILL, each amid the writes of ${WRITERS} clients`,
      `acknowledged     ${acknowledged} writes, all looked for afterwards`,
      `cut off          ${cutOff} writes under way`,
      `lost or torn     ${losses.length}`,
      `store            ${(size / 1024 / 1024).toFixed(1)} MB, opened after every kill`,
      `took             ${Math.round((performance.now() - began) / 1000)} s`,
      ...losses,
      '',
    ].join('\n'),
  );
  process.exitCode = losses.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
