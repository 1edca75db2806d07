import { dateRounding } from '../packages/engine/src/aggregations/values/date-rounding.ts';
const r = dateRounding({ kind: 'calendar', unit: 'month' }, null, 0);
let s = r.round(-1); for (let i = 0; i < 5; i++) { console.log(s, new Date(s).toISOString()); s = r.next(s); }
