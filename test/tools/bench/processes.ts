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

/** A program of Node.js that serves on a loopback port. */
export interface Program {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** Path that answers, in any way, once it serves. */
  readonly path: string;
}

/** It, running. */
export interface Served {
  /** Seconds of processor time that it has had so far; 0 where the system does not say. */
  cpuSeconds(): number;
  /** Megabytes of memory that it holds now; 0 where the system does not say. */
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

function cpuSecondsOf(pid: number | undefined): number {
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

const residentMegabytesOf = (pid: number | undefined): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(procFile(pid, 'status'))?.[1] ?? 0) / 1024;

async function answers({ port, path }: Program): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
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
  const words = [process.execPath, ...program.args];
  const line = canPin ? ['taskset', '-c', String(core), ...words] : words;
  const started = performance.now();
  const child = spawn(line[0] ?? process.execPath, line.slice(1), {
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
    cpuSeconds: () => cpuSecondsOf(child.pid),
    residentMegabytes: () => residentMegabytesOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      const cut = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await closed;
      clearTimeout(cut);
    },
  };
}
