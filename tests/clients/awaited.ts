/** Steps of the sessions that ask for what is not there yet. One that works is taken out. */
export const awaited: ReadonlySet<string> = new Set([]);
