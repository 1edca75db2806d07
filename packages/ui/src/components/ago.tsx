import { formatAgo, formatExact } from '../lib/format.ts';
import { useMessages } from '../lib/messages/messages.ts';

/** A moment in passed time, with the exact one on hover. `atMs` in milliseconds since 1970. */
export function Ago({ atMs }: { readonly atMs: number | undefined }) {
  const { language } = useMessages();
  if (atMs === undefined) return <>–</>;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatExact(atMs)}>
      {formatAgo(atMs, Date.now(), language)}
    </time>
  );
}
