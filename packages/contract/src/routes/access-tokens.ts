import type { Route } from './route.ts';

const common = {
  params: {},
  bodyLimit: 'small',
  privilege: 'authenticated',
  family: 'account',
  answeredBy: 'service',
} as const;
const one = { paths: ['/auth/access_token/{id}'] } as const;

/** API tokens of the signed-in user. Errors here are `{"status":401,"error":{"reason":"..."}}`. */
export const accessTokenRoutes = [
  {
    ...common,
    name: 'access_token.create',
    methods: ['POST'],
    paths: ['/auth/access_token'],
    body: 'optional',
    effect: 'changes',
    summary: 'Make an API token, which is shown only in this answer; valid for 365 days at most',
  },
  {
    ...common,
    name: 'access_token.search',
    methods: ['GET'],
    paths: ['/auth/access_token/_search'],
    params: {
      query: { type: 'string', summary: 'part of the name or the description' },
      status: {
        type: 'enum',
        values: ['active', 'expired', 'revoked'],
        summary: 'only tokens of this status',
      },
      owner: { type: 'string', summary: 'tokens of this user, or of all (`*`): for administrators' },
      from: { type: 'int', summary: 'how many to leave out', default: '0' },
      size: { type: 'int', summary: 'how many to show', default: '10' },
    },
    body: 'none',
    effect: 'reads',
    summary: 'List the own API tokens, expired and revoked ones among them',
  },
  {
    ...common,
    name: 'access_token.self',
    methods: ['GET'],
    paths: ['/auth/access_token/_self'],
    body: 'none',
    effect: 'reads',
    summary: 'The API token that this call is made with',
  },
  {
    ...common,
    ...one,
    name: 'access_token.get',
    methods: ['GET'],
    body: 'none',
    effect: 'reads',
    summary: 'One API token, without its secret',
  },
  {
    ...common,
    ...one,
    name: 'access_token.update',
    methods: ['PUT'],
    body: 'required',
    effect: 'changes',
    summary: 'Change the name, the description or the permissions of an API token',
  },
  {
    ...common,
    ...one,
    name: 'access_token.delete',
    methods: ['DELETE'],
    body: 'none',
    effect: 'changes',
    summary: 'Revoke an API token: it stops working at once',
  },
  {
    ...common,
    name: 'access_token.rotate',
    methods: ['POST'],
    paths: ['/auth/access_token/{id}/_rotate'],
    body: 'optional',
    effect: 'changes',
    summary: 'Give an API token another secret, shown only in this answer; the old one stops working at once',
  },
] as const satisfies readonly Route[];
