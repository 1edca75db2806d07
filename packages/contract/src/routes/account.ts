import type { Route } from './route.ts';

/** The account API: who may call, and with what. Errors here are `{"status":401,"error":{"reason":"..."}}`. */
export const accountRoutes = [
  {
    name: 'account.login',
    methods: ['POST'],
    paths: ['/account/login'],
    params: {},
    body: 'required',
    privilege: 'public',
    family: 'account',
    answeredBy: 'service',
    summary: 'Sign in with a password; answers a token that is valid for 24 hours',
  },
  {
    name: 'account.logout',
    methods: ['GET', 'POST', 'DELETE'],
    paths: ['/account/logout'],
    params: {},
    body: 'optional',
    privilege: 'public',
    family: 'account',
    answeredBy: 'service',
    summary: 'Sign out: the token of this session stops working at once',
  },
  {
    name: 'account.profile',
    methods: ['GET'],
    paths: ['/account/profile'],
    params: {},
    body: 'none',
    privilege: 'authenticated',
    family: 'account',
    answeredBy: 'service',
    summary: 'The signed-in user: name, roles and permissions',
  },
  {
    name: 'account.password',
    methods: ['PUT'],
    paths: ['/account/password'],
    params: {},
    body: 'required',
    privilege: 'authenticated',
    family: 'account',
    answeredBy: 'service',
    summary: 'Change the own password; every other session ends',
  },
] as const satisfies readonly Route[];
