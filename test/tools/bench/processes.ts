import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const has = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether processes can be kept to a core of their own. */
export const canPin: boolean = has('taskset') && cpus().length > 1;

/** The core of what is measured, and the one of everything around it. */
export const MEASURED_CORE = 1;
export const OTHER_CORE = 0;

/** A program that serves on a loopback port. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly port: number;
  /** Path that answers once it serves. */
  readonly probe?: string;
}

/** It, running. */
export interface Served {
  /** Milliseconds from its start to its first answer. */
  readonly coldStart: number;
  /** Seconds of processor time that it and its workers have had so far; 0 where the system does not say. */
  cpuSeconds(): number;
  /** Megabytes of memory that they hold now; 0 where the system does not say. */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

const procFile = (pid: number | undefined, name: string) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

/** Ticks a second in /proc/PID/stat: 100 on every Linux that one meets. */
const TICKS = 100;

/** The numbers of a process and of those that it has started. */
const familyOf = (pid: number | undefined): (number | undefined)[] => [
  pid,
  ...procFile(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number),
];

function cpuSecondsOf(pid: number | undefined): number {
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

const residentMegabytesOf = (pid: number | undefined): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(procFile(pid, 'status'))?.[1] ?? 0) / 1024;

const sumOf = (pid: number | undefined, read: (pid: number | undefined) => number) =>
  familyOf(pid).reduce<number>((sum, each) => sum + read(each), 0);

async function answers({ port, probe = '/' }: Program): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${port}${probe}`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a program, on `core` where that can be had, and waits until it answers.
 * @throws Error where it ends before, or does not answer in 30 seconds.
 */
export async function serve(program: Program, core: number): Promise<Served> {
  const words = [program.command, ...program.args];
  const line = canPin ? ['taskset', '-c', String(core), ...words] : words;
  const started = performance.now();
  const child = spawn(line[0] ?? program.command, line.slice(1), {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...program.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (bytes) => {
    complaints = (complaints + bytes).slice(-2_000);
  });
  while (!(await answers(program))) {
    if (child.exitCode !== null || performance.now() - started > 30_000) {
      child.kill('SIGKILL');
      throw new Error(`${line.join(' ')} does not serve: ${complaints}`);
    }
    await pause(5);
  }
  return {
    coldStart: performance.now() - started,
    cpuSeconds: () => sumOf(child.pid, cpuSecondsOf),
    residentMegabytes: () => sumOf(child.pid, residentMegabytesOf),
    stop: async () => {
      child.kill('SIGTERM');
      const cut = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await closed;
      clearTimeout(cut);
    },
  };
}
