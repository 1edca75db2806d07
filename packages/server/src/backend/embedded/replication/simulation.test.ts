import { expect, test } from 'vitest';
import { ReplicationSimulation } from '../../../testing/replication/replication-simulation.ts';

/** Many more for a longer proof, and the first of them to replay one: see CONTRIBUTING.md. */
const seeds = Number(process.env.REPLICATION_SEEDS ?? 100);
const first = Number(process.env.REPLICATION_SEED ?? 1);
const STEPS = 60;

test(
  'whatever happens to both sides and between them, a follower is a prefix of its leader and becomes the same',
  async () => {
    const counts = new Map<string, number>();
    let prefixes = 0;
    for (let seed = first; seed < first + seeds; seed++) {
      const simulation = new ReplicationSimulation(seed);
      try {
        await simulation.run(STEPS);
      } catch (error) {
        const how = `REPLICATION_SEED=${seed} REPLICATION_SEEDS=1`;
        throw new Error(`${how}: ${String(error)}\n${simulation.trace.join(', ')}\n${simulation.log}`, {
          cause: error,
        });
      }
      for (const [name, count] of simulation.counts) counts.set(name, (counts.get(name) ?? 0) + count);
      prefixes += simulation.prefixes;
    }
    if (seeds < 100) return;
    expect(prefixes, 'comparisons of documents').toBeGreaterThan(100 * seeds);
    for (const remedy of ['resume', 'start']) {
      expect(counts.get(`remedy: ${remedy}`) ?? 0, remedy).toBeGreaterThan(0);
    }
  },
  60_000 + seeds * 1000,
);
