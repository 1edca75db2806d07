import { Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { CallLines } from '../../components/call-lines.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useMessages } from '../../lib/messages/messages.ts';

const firstCall = {
  method: 'POST',
  path: '/books/_doc',
  body: '{\n  "title": "Longitude",\n  "year": 1995\n}',
};

export function NoIndices({ onCreate }: { readonly onCreate: () => void }) {
  const { t } = useMessages();
  return (
    <EmptyState
      title={t('index.noneTitle')}
      action={
        <Button kind="accent" icon={<Plus aria-hidden />} onClick={onCreate}>
          {t('create.open')}
        </Button>
      }
    >
      <p>{t('index.noneText')}</p>
      <CallLines call={firstCall} />
    </EmptyState>
  );
}
