import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { awaited } from './awaited.ts';
import { holdSession } from './hold-session.ts';
import { install } from './install.ts';
import { libraries } from './libraries.ts';

const fewest = 10;

describe('libraries as they come from their registries', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test.each(libraries)('$name', { timeout: 400_000 }, async (library) => {
    const steps = await holdSession(library, install(library), service);
    expect(steps.length).toBeGreaterThan(fewest);
    const failed = steps.filter((step) => step.error !== undefined && !awaited.has(step.step));
    expect(failed).toEqual([]);
    const better = steps.filter((step) => step.error === undefined && awaited.has(step.step));
    expect(better, 'these work: take them out of awaited.ts').toEqual([]);
  });
});
