import type { TestModule } from 'vitest/node';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly skippedNames: readonly string[];
}

/** A module that could not be loaded counts as one failure, so that nothing is lost in silence. */
export function countTests(modules: Iterable<TestModule>): Counts {
  let passed = 0;
  let failed = 0;
  const skippedNames: string[] = [];
  for (const module of modules) {
    let tests = 0;
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      tests++;
      const state = test.result().state;
      if (state === 'passed') passed++;
      else if (state === 'failed') failedHere++;
      else skippedNames.push(`${module.relativeModuleId} > ${test.fullName}`);
    }
    if (failedHere === 0 && (module.state() === 'failed' || tests === 0)) failedHere = 1;
    failed += failedHere;
  }
  return { passed, failed, skipped: skippedNames.length, skippedNames };
}
