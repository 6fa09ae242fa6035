// Runs for each test file.
import { afterAll } from 'vitest';
import { finishFile } from './on-finished.ts';

afterAll(finishFile);
