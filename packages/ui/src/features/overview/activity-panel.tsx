import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/panel.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { formatDuration, formatRate } from '../../lib/format.ts';
import { type MessageKey, useMessages } from '../../lib/messages/messages.ts';
import { useStore } from '../../lib/store.ts';
import { type ActivityPoint, activityPoints, samples } from './activity.ts';
import { nodeFiguresQuery } from './overview-queries.ts';
import styles from './overview-screen.module.css';

/** The first points of a page do not stretch over the whole width. */
const fewestPlaces = 24;

const lines: readonly (readonly [keyof ActivityPoint, MessageKey])[] = [
  ['searchesPerSecond', 'activity.searches'],
  ['searchLatencyMs', 'activity.latency'],
  ['indexedPerSecond', 'activity.indexed'],
];

/** What the service does now, from the difference of its own counters. */
export function ActivityPanel() {
  const { t, language } = useMessages();
  const query = useQuery(nodeFiguresQuery);
  const points = activityPoints(useStore(samples));
  const places = Math.max(fewestPlaces, points.length);
  return (
    <Panel
      title={t('activity.title')}
      query={query}
      aside={<span className={styles.muted}>{t('activity.since')}</span>}
    >
      {() => (
        <div className={styles.activity}>
          {lines.map(([key, title]) => {
            const latest = points.at(-1)?.[key];
            const value = key === 'searchLatencyMs' ? formatDuration(latest) : formatRate(latest, language);
            return (
              <div key={key}>
                <h3>{t(title)}</h3>
                <p>
                  {value}
                  {key !== 'searchLatencyMs' && latest !== undefined && (
                    <small> {t('activity.perSecond')}</small>
                  )}
                </p>
                <Sparkline values={points.map((point) => point[key])} label={t(title)} places={places} />
              </div>
            );
          })}
        </div>
      )}
    </Panel>
  );
}
