/** Why a certificate or its key cannot be used: one sentence for the person who set it up, without what is secret. */
export class TlsProblem extends Error {}
