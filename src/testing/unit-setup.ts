import { afterEach, expect, vi } from 'vitest';
import { scaled } from './scaled.ts';
import { guardUnitTests, takeViolations } from './unit-guard.ts';

guardUnitTests();
vi.setConfig({ testTimeout: scaled(15_000), hookTimeout: scaled(30_000) });
afterEach(() => expect(takeViolations()).toEqual([]));
