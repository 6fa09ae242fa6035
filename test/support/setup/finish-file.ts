// Runs in each test file.
import { afterAll } from 'vitest';
import { finishFile } from '../resources.ts';

afterAll(finishFile);
