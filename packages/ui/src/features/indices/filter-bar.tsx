import { Search } from 'lucide-react';
import { useId } from 'react';
import type { Sentence } from '../../lib/health.ts';
import { useMessages } from '../../lib/messages/messages.ts';
import styles from './filter-bar.module.css';
import type { IndicesSearch, IndicesSearchChange } from './indices-search.ts';

export interface FilterBarProps {
  readonly search: IndicesSearch;
  readonly onSearch: (change: IndicesSearchChange) => void;
  readonly problem: Sentence | undefined;
}

export function FilterBar({ search, onSearch, problem }: FilterBarProps) {
  const { t } = useMessages();
  const id = useId();
  return (
    <search className={styles.bar}>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          type="search"
          data-filter
          className={styles.input}
          aria-label={t('filter.label')}
          aria-describedby={`${id}-note`}
          aria-invalid={problem !== undefined || undefined}
          placeholder={t('filter.placeholder')}
          spellCheck={false}
          autoComplete="off"
          value={search.filter ?? ''}
          onChange={(event) => onSearch({ filter: event.target.value || undefined })}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </div>
      <label className={styles.hidden}>
        <input
          type="checkbox"
          checked={search.hidden === true}
          onChange={(event) => onSearch({ hidden: event.target.checked ? true : undefined })}
        />
        {t('filter.hidden')}
      </label>
      <p id={`${id}-note`} className={styles.note} role="status">
        {problem === undefined ? '' : t(problem.key, problem.values)}
      </p>
    </search>
  );
}
