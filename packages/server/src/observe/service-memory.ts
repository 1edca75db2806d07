import { MemoryAccount } from './memory-account.ts';

/** What bodies under way may hold together, each way. */
export interface ServiceMemory {
  /** Bodies of requests, from their announcement to the end of the answer. */
  readonly requests: MemoryAccount;
  /** Answers that wait for those who read them. */
  readonly answers: MemoryAccount;
}

const leastBytes = 512 * 1024 * 1024;

/** Two bodies of the longest kind always fit, whatever `http.max_content_length` says. */
export function serviceMemory(maxContentBytes: number): ServiceMemory {
  const limitBytes = Math.max(leastBytes, 2 * maxContentBytes);
  return {
    requests: new MemoryAccount('in_flight_requests', limitBytes),
    answers: new MemoryAccount('in_flight_answers', limitBytes),
  };
}
