import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/problem.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { healthQuery, indexHealthQuery } from '../../lib/cluster-queries.ts';
import { type Health, healthAdvice, healthSentence, troubledIndices } from '../../lib/health.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import styles from './health-panel.module.css';
import { ReplicasDialog } from './replicas-dialog.tsx';

const explainCall = 'GET /_cat/shards?v&s=state&h=index,shard,prirep,state,unassigned.reason';
const named = 5;

/** The state, its cause, the indices behind it, and what helps. */
export function HealthPanel() {
  const { t } = useMessages();
  const query = useQuery(healthQuery);
  const { data, error } = query;
  return (
    <section className={styles.panel} aria-label={t('screen.overview')} data-status={data?.status}>
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {data !== undefined && <State health={data} stale={error !== null} />}
      {data === undefined && error === null && <h1 className={styles.waiting}>{t('state.loading')}</h1>}
    </section>
  );
}

function State({ health, stale }: { readonly health: Health; readonly stale: boolean }) {
  const { t } = useMessages();
  const sentence = healthSentence(health);
  const advice = healthAdvice(health);
  return (
    <div className={stale ? styles.stale : undefined}>
      <h1 className={styles.sentence}>
        <StatusMark status={health.status} word="none" />
        <span>{t(sentence.key, sentence.values)}</span>
      </h1>
      {advice !== undefined && <p className={styles.advice}>{t(advice.key, advice.values)}</p>}
      {health.status !== 'green' && <Causes />}
    </div>
  );
}

/** Asks index by index only while something is wrong: the answer is long in large clusters. */
function Causes() {
  const { t } = useMessages();
  const query = useQuery(indexHealthQuery);
  const [fixing, setFixing] = useState(false);
  if (query.data === undefined) {
    return query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { data } = query;
  const troubled = troubledIndices(data);
  const fixable = troubled.filter((index) => index.status === 'yellow' && index.replicas > 0);
  return (
    <>
      <ul className={styles.indices}>
        {troubled.slice(0, named).map((index) => (
          <li key={index.name}>
            <StatusMark status={index.status} />
            <Link to="/indices" search={{ index: index.name, filter: `health:${index.status}` }}>
              {index.name}
            </Link>
            <span>{t('overview.unassigned', { count: index.unassigned })}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {fixable.length > 0 && data.dataNodes <= 1 && (
          <Button onClick={() => setFixing(true)}>{t('replicas.open', { count: fixable.length })}</Button>
        )}
        {troubled.length > named && (
          <Link to="/indices" search={{ filter: `health:${data.status}` }}>
            {t('overview.allTroubled', { count: troubled.length })}
          </Link>
        )}
        {data.unassigned > 0 && (
          <Link to="/console" search={{ request: explainCall }}>
            {t('overview.explain')}
          </Link>
        )}
      </div>
      {fixing && <ReplicasDialog indices={fixable} onClose={() => setFixing(false)} />}
    </>
  );
}
