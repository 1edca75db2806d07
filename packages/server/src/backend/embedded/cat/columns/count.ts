import { catColumns } from '../../../cat-columns.ts';

export const countColumns = catColumns(`
s- epoch | t,time | seconds since 1970-01-01 00:00:00
s- timestamp | ts,hms,hhmmss | time in HH:MM:SS
s- count | dc,docs.count,docsCount | the document count
`);
