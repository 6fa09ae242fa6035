import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
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

/** Whether processes can be kept to a core of their own, and the tools for load that are there. */
export const canPin: boolean = has('taskset') && cpus().length > 1;
export const hasWrk: boolean = has('wrk');

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

/** The words that start a program, on `core` where that can be had. */
export const commandLine = ({ command, args }: Program, core: number): readonly string[] =>
  canPin ? ['taskset', '-c', String(core), command, ...args] : [command, ...args];

/** It, running. */
export interface Served {
  readonly child: ChildProcess;
  /** Milliseconds from its start to its first answer. */
  readonly coldStart: number;
  /** Seconds of processor time it has had so far; 0 where the system does not say. */
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

/** Seconds of processor time that a process has had; 0 where the system does not say. */
export function cpuSecondsOf(pid: number | undefined): number {
  const fields = procFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

/** Megabytes of memory that a process holds; 0 where the system does not say. */
export const residentMegabytesOf = (pid: number | undefined): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(procFile(pid, 'status'))?.[1] ?? 0) / 1024;

/** Processes that a process has started. */
export const childrenOf = (pid: number): number[] =>
  procFile(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

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
  const line = commandLine(program, core);
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
    child,
    coldStart: performance.now() - started,
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
