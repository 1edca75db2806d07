import type { BackendRouteName } from '@sextant/contract';
import type { Handler, RequestOf } from '../context.ts';

/** A request for any of the tables; they share most of their parameters. */
export type CatRequest = RequestOf<BackendRouteName<'cat'>>;
export type CatHandler = Handler<BackendRouteName<'cat'>>;
