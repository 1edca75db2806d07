import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { useMessages } from '../lib/messages/messages.ts';

export function NotFound() {
  const { t } = useMessages();
  return (
    <EmptyState title={t('notFound.title')}>
      <Link to="/">{t('notFound.home')}</Link>
    </EmptyState>
  );
}
