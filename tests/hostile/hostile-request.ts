import { commonParams, type Route, routeTable } from '@sextant/contract';
import { type HostileBody, hostileBody } from './hostile-bodies.ts';
import { type Dice, field, name, number, pattern, scalar, time, word } from './hostile-values.ts';

export interface HostileRequest {
  readonly method: string;
  /** Path and query as they go over the wire: only characters that HTTP lets pass. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HostileBody | undefined;
}

/** What would end the run itself: the way in for the next requests. */
const leftAlone = new Set(['account.logout', 'account.password']);
const rows: readonly Route[] = routeTable.filter((route) => !leftAlone.has(route.name));

/** Characters that HTTP forbids in an address are escaped; sometimes all that are not letters, sometimes twice. */
function escaped(text: string, dice: Dice): string {
  const bytes = Buffer.from(text);
  const twice = dice.below(20) === 0;
  const everything = dice.below(10) === 0;
  let out = '';
  for (const byte of bytes.subarray(0, 8000)) {
    const character = String.fromCharCode(byte);
    const plain = everything ? /[a-z0-9]/i.test(character) : /[A-Za-z0-9._~!$'()*,;:@-]/.test(character);
    out += plain ? character : `%${twice ? '25' : ''}${byte.toString(16).padStart(2, '0')}`;
  }
  return out;
}

function paramValue(dice: Dice, route: Route, key: string): string {
  const spec = route.params[key] ?? commonParams[key as keyof typeof commonParams];
  if (dice.below(3) === 0) return String(scalar(dice));
  switch (spec?.type) {
    case 'boolean':
      return dice.pick(['true', 'false', '', 'yes', 'TRUE']);
    case 'enum':
      return dice.below(4) === 0 ? word(dice) : dice.pick(spec.values ?? ['']);
    case 'int':
    case 'number':
    case 'bytes':
      return String(number(dice));
    case 'time':
      return time(dice);
    case 'list':
      return Array.from({ length: 1 + dice.below(4) }, () =>
        dice.below(2) === 0 ? pattern(dice) : field(dice),
      ).join(',');
    default:
      return word(dice);
  }
}

function queryOf(dice: Dice, route: Route): string {
  const known = [...Object.keys(route.params), ...Object.keys(commonParams)].filter(
    (key) => !/^wait_for|timeout$|^requests_per_second$/.test(key),
  );
  const pairs: string[] = [];
  for (let i = dice.below(4); i > 0; i--) {
    const key = dice.below(12) === 0 ? word(dice).slice(0, 40) : dice.pick(known);
    pairs.push(`${escaped(key, dice)}=${escaped(paramValue(dice, route, key), dice)}`);
  }
  if (dice.below(40) === 0) pairs.push('routing=x;index=.sextant-security');
  if (dice.below(40) === 0) pairs.push('%zz=%f');
  const given = pairs.join(dice.below(15) === 0 ? ';' : '&');
  // Calls that wait for a state do so for half a minute unless they are told otherwise.
  const patience = route.params.timeout === undefined ? [] : ['timeout=1s'];
  // A cluster waits until the nodes that are excluded have gone.
  if (route.params.wait_for_removal !== undefined) patience.push('wait_for_removal=false');
  const query = [...(given === '' ? [] : [given]), ...patience].join('&');
  return query === '' ? '' : `?${query}`;
}

function pathOf(dice: Dice, route: Route): string {
  const filled = dice.pick(route.paths).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = key === 'index' || key === 'name' ? name(dice) : String(scalar(dice));
    return escaped(value === '' ? 'x' : value, dice);
  });
  return dice.below(60) === 0 ? `${filled}/%2e%2e/_search//` : filled;
}

function headersOf(dice: Dice, body: HostileBody | undefined, authorization: string): Record<string, string> {
  const headers: Record<string, string> = { authorization };
  if (body !== undefined) {
    headers['content-type'] = body.contentType;
    if (body.encoding !== undefined) headers['content-encoding'] = body.encoding;
  }
  switch (dice.below(60)) {
    case 0:
      headers.authorization = dice.pick([
        'Basic !!!!',
        'Bearer x.y.z',
        `Bearer ${'a'.repeat(9000)}`,
        'Negotiate x',
        '',
      ]);
      break;
    case 1:
      headers.accept = dice.pick([
        'application/vnd.elasticsearch+json; compatible-with=99',
        '*/*;q=x',
        'text/html',
        'application/cbor',
        'application/yaml',
      ]);
      break;
    case 2:
      headers['x-opaque-id'] = 'o'.repeat(dice.below(6000));
      break;
    case 3:
      headers['accept-encoding'] = dice.pick(['gzip', 'br, gzip;q=0', 'identity;q=0', '*']);
      break;
    case 4:
      headers.origin = 'https://evil.example';
      break;
    default:
  }
  return headers;
}

/** The next request of a seed's sequence: any row of the route table, with anything in every place of it. */
export function hostileRequest(dice: Dice, authorization: string): HostileRequest {
  const route = dice.pick(rows);
  const wanted = route.body !== 'none' || dice.below(20) === 0;
  const body = wanted ? hostileBody(dice, route.bodyFormat === 'ndjson') : undefined;
  const method =
    dice.below(25) === 0
      ? dice.pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'])
      : dice.pick(route.methods);
  return {
    method,
    target: pathOf(dice, route) + queryOf(dice, route),
    headers: headersOf(dice, body, authorization),
    body,
  };
}
