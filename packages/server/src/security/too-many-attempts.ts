/** What stands in the way: failures of the address, of the account from this address, of the account, or load. */
export type AttemptLimit = 'address' | 'account and address' | 'account' | 'busy';

/** A sign-in that is not even tried. */
export class TooManyAttempts extends Error {
  readonly retryAfterSeconds: number;
  readonly limit: AttemptLimit;

  constructor(retryAfterSeconds: number, limit: AttemptLimit) {
    super('too many login attempts, please try again later');
    this.name = 'TooManyAttempts';
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
  }
}
