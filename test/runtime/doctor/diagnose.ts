import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { runDoctor } from '../../../src/runtime/doctor/doctor.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { runProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/resources.ts';

const Findings = z.array(
  z.strictObject({
    name: z.string(),
    status: z.enum(['ok', 'warning', 'failed']),
    message: z.string(),
    advice: z.string().optional(),
  }),
);

const Report = z.object({ isHealthy: z.boolean(), version: z.string(), findings: Findings });

/** The result of the doctor. */
export interface Diagnosis {
  readonly code: number | string;
  /** The name, status and message of each check, in order. */
  readonly lines: readonly string[];
  /** The status and message of one check. */
  find(name: string): string;
  /** The advice of one check. */
  getAdvice(name: string): string | undefined;
}

/** Describes every file of a folder: its path, size, time and content. */
export const describeFolder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const stats = lstatSync(join(folder, name));
      const { size, mtimeMs, mode } = stats;
      const hash = stats.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
        : '';
      return `${name} ${size} ${mtimeMs} ${mode} ${hash}`;
    });

function describe(code: Diagnosis['code'], findings: z.infer<typeof Findings>): Diagnosis {
  const get = (name: string) => findings.find((each) => each.name === name);
  return {
    code,
    lines: findings.map(({ name, status, message }) => `${name} ${status}: ${message}`),
    find: (name) => `${get(name)?.status}: ${get(name)?.message}`,
    getAdvice: (name) => get(name)?.advice,
  };
}

/**
 * Runs `doctor --json` in a folder, which is also DATA_DIR, and expects that it changes nothing there and writes nothing
 * to standard error.
 */
export async function diagnose(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<Diagnosis> {
  const cwd = folder ?? (await tempFolder());
  const before = describeFolder(cwd);
  const run = runProgram(['doctor', '--json'], { DATA_DIR: cwd, ...settings }, { cwd });
  const code = await run.ended();
  const { stdout, stderr } = run.output();
  expect(stderr).toBe('');
  expect(describeFolder(cwd)).toStrictEqual(before);
  const report = Report.parse(JSON.parse(stdout));
  expect(report.isHealthy).toBe(code === 0);
  return describe(code, report.findings);
}

/** Runs the checks of the doctor in this process, which is faster than `diagnose`. */
export async function diagnoseHere(settings: Record<string, string>): Promise<Diagnosis> {
  const environment = { DATA_DIR: await tempFolder(), ...settings };
  const findings = await runDoctor(
    () => environment,
    () => undefined,
  );
  const hasFailure = findings.some(({ status }) => status === 'failed');
  return describe(hasFailure ? 1 : 0, Findings.parse(findings));
}

/** Expects what one check found and advises, and that the exit code is that of this finding. */
export function expectFinding(
  { code, find, getAdvice }: Diagnosis,
  name: string,
  finding: string | RegExp,
  advice: string | RegExp = '',
): void {
  const found = find(name);
  if (typeof finding === 'string') expect(found).toBe(finding);
  else expect(found).toMatch(finding);
  expect(getAdvice(name) ?? '').toMatch(advice);
  expect(code).toBe(found.startsWith('failed') ? 1 : 0);
}

/** Runs the checks in this process for an API with a healthy upstream, and these settings of other services. */
export async function diagnoseServices(settings: Record<string, string>): Promise<Diagnosis> {
  const { url, keys } = await startAvatarService();
  return diagnoseHere({ UPSTREAM_URL: url, UPSTREAM_API_KEY: keys.pro, ...settings });
}

/** A page of personas, as the doctor accepts it from an upstream. */
export const PAGE = { data: [{ id: 'p1', name: 'Ada' }], meta: { total: 1 } };

/** The UPSTREAM_API_KEY of these tests. */
export const KEY = 'sk-operator-0123456789';

/** Expects that no check was made after `name`. */
export function expectLast({ lines }: Diagnosis, name: string): void {
  expect(lines.at(-1)).toMatch(new RegExp(`^${name} failed: `));
}
