import { type ApiError, apiError, isObject, type JsonMap } from '@sextant/contract';
import type { BackendRequest } from '../../backend.ts';
import { type Handlers, ok } from '../context.ts';

/** The version of weights that nobody has set, and of a request that names none. */
const NO_WEIGHTS = -1;
const NO_VERSION = -2;

type SeveralNodesHandlers = Pick<
  Handlers<'cluster'>,
  Extract<keyof Handlers<'cluster'>, `cluster.${string}_${'weighted_routing' | 'decommission_awareness'}`>
>;

/**
 * Calls for clusters of several nodes and zones, as OpenSearch answers them where no node tells its zone
 * (`cluster.routing.allocation.awareness.attributes` means nothing here).
 */
export const severalNodesHandlers: SeveralNodesHandlers = {
  'cluster.get_weighted_routing': async (_context, { pathParams }) => {
    throw noAttribute(pathParams.attribute);
  },
  'cluster.put_weighted_routing': async (_context, request) => {
    checkWeights(request.pathParams.attribute, await bodyOf(request));
    throw noAttribute(request.pathParams.attribute);
  },
  'cluster.delete_weighted_routing': async (_context, request) => {
    const version = await askedVersion(request);
    if (version !== NO_WEIGHTS) {
      const reason = `requested version is ${version} but cluster weighted routing metadata is at a different version ${NO_WEIGHTS} `;
      throw apiError('unsupported_weighted_routing_state_exception', reason);
    }
    const attribute = request.pathParams.attribute ?? 'null';
    const reason = `weighted routing metadata does not have weights set for awareness attribute ${attribute}`;
    throw apiError('resource_not_found_exception', reason);
  },
  'cluster.get_decommission_awareness': async () => ok({}),
  'cluster.put_decommission_awareness': async (_context, { pathParams, params }) => {
    const { awareness_attribute_name: name, awareness_attribute_value: value } = pathParams;
    if (params.no_delay === true && params.delay_timeout !== undefined) {
      const delay = `delay_timeout is set to ${Math.floor(params.delay_timeout / 1000)}] Seconds`;
      throw invalid(`Invalid decommission request. no_delay is true and ${delay}`);
    }
    const attribute = `[DecommissionAttribute{attributeName='${name}', attributeValue='${value}'}]`;
    const reason = `${attribute} invalid awareness attribute requested for decommissioning`;
    throw apiError('decommissioning_failed_exception', reason);
  },
  'cluster.delete_decommission_awareness': async () => ok({ acknowledged: true }),
};

function invalid(problem: string): ApiError {
  return apiError('action_request_validation_exception', `Validation Failed: 1: ${problem};`);
}

function noAttribute(attribute: string): ApiError {
  return invalid(`invalid awareness attribute ${attribute} requested for weighted routing`);
}

async function bodyOf({ body }: Pick<BackendRequest, 'body'>): Promise<JsonMap> {
  const value = body.empty ? undefined : await body.json();
  if (isObject(value) && Object.keys(value).length > 0) return value as JsonMap;
  throw apiError('parse_exception', 'Empty request body');
}

/** Throws ApiError for a body that OpenSearch refuses whatever zones there are. */
function checkWeights(attribute: string, body: JsonMap): void {
  let weights: ReadonlyMap<string, number> = new Map();
  for (const [name, value] of Object.entries(body)) {
    if (name === 'weights') weights = weightsOf(value);
    else if (name !== '_version') throw unreadable(`object [${name}]`);
    else if (typeof value !== 'number') throw unreadable(`[${attribute}], unknown type`);
  }
  if (weights.size === 0) throw invalid('Weights are missing');
  if (!Object.hasOwn(body, '_version')) throw invalid('Version is missing');
  const zeros = [...weights.values()].filter((weight) => weight === 0).length;
  const most = Math.floor(weights.size / 2);
  if (zeros <= most) return;
  const shown = [...weights].map(([zone, weight]) => `${zone}=${doubleText(weight)}`).join(', ');
  throw invalid(
    `There are too many attribute values [{${shown}}] given zero weight [${zeros}]. ` +
      `Maximum expected number of routing weights having zero weight is [${most}]`,
  );
}

function doubleText(weight: number): string {
  return Number.isInteger(weight) ? `${weight}.0` : String(weight);
}

function weightsOf(value: unknown): ReadonlyMap<string, number> {
  if (!isObject(value)) throw unreadable('object  [weights], expected object');
  const weights = new Map<string, number>();
  for (const [zone, weight] of Object.entries(value)) {
    if (typeof weight !== 'string') throw unreadable('attribute [null], unknown type');
    weights.set(zone, numberOf(weight));
  }
  return weights;
}

function unreadable(what: string): ApiError {
  return apiError('parse_exception', `failed to parse weighted routing request ${what}`);
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  const reason = text === '' ? 'empty String' : `For input string: "${text}"`;
  throw apiError('number_format_exception', reason);
}

async function askedVersion(request: BackendRequest): Promise<number> {
  let version = NO_VERSION;
  if (request.body.empty) return version;
  for (const [name, value] of Object.entries(await bodyOf(request))) {
    if (name !== '_version') {
      const reason = `failed to parse delete weighted routing request body [${name}], unknown type`;
      throw apiError('parse_exception', reason);
    }
    version = numberOf(String(value));
  }
  return version;
}
