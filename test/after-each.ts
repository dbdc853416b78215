import { afterEach } from 'vitest';
import { closeAll } from './later.ts';

// Vitest loads this file before each test file.
afterEach(closeAll);
