import type { Backend, BackendRequest, BackendResponse } from '../backend/backend.ts';

/** A backend whose answers a test writes, by the name of the row; remembers what it was asked. */
export class ScriptedBackend implements Backend {
  readonly asked: BackendRequest[] = [];
  readonly #answers: Readonly<
    Record<string, (request: BackendRequest) => BackendResponse | Promise<BackendResponse>>
  >;

  constructor(
    answers: Readonly<
      Record<string, (request: BackendRequest) => BackendResponse | Promise<BackendResponse>>
    >,
  ) {
    this.#answers = answers;
  }

  async start(): Promise<void> {}

  status(): ReturnType<Backend['status']> {
    return { kind: 'embedded', ready: true };
  }

  async identity(): ReturnType<Backend['identity']> {
    return { clusterName: 'test-cluster', clusterUuid: 'AAAAAAAAAAAAAAAAAAAAAA', nodeName: 'test-node' };
  }

  async handle(request: BackendRequest): Promise<BackendResponse> {
    this.asked.push(request);
    const answer = this.#answers[request.route.name];
    if (answer === undefined) throw new Error(`the test has no answer for ${request.route.name}`);
    return answer(request);
  }

  async stop(): Promise<void> {}
}
