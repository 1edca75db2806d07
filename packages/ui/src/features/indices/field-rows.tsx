import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../components/button.tsx';
import { useMessages } from '../../lib/messages/messages.ts';
import styles from './create-dialog.module.css';
import { type FieldRow, fieldTypes } from './create-request.ts';

export interface FieldRowsProps {
  readonly fields: readonly FieldRow[];
  readonly disabled: boolean;
  readonly onSet: (field: FieldRow) => void;
  readonly onRemove: (name: string) => void;
}

/** The top-level fields of the mapping; what is deeper is written in the JSON beside. */
export function FieldRows({ fields, disabled, onSet, onRemove }: FieldRowsProps) {
  const { t } = useMessages();
  const [name, setName] = useState('');
  const [type, setType] = useState('keyword');
  const add = () => {
    if (name.trim() === '') return;
    onSet({ name: name.trim(), type });
    setName('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || name.trim() === '') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={styles.rows}>
      <h2>{t('create.fields')}</h2>
      {fields.map((field) => (
        <div key={field.name} className={styles.row}>
          <span title={field.name}>{field.name}</span>
          <TypeSelect
            label={t('create.typeOf', { name: field.name })}
            value={field.type}
            onChange={(next) => onSet({ name: field.name, type: next })}
          />
          <IconButton
            label={t('create.removeField', { name: field.name })}
            onClick={() => onRemove(field.name)}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className={styles.row}>
        <input
          className={styles.input}
          aria-label={t('create.fieldName')}
          placeholder={t('create.fieldName')}
          spellCheck={false}
          disabled={disabled}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <TypeSelect label={t('create.fieldType')} value={type} onChange={setType} />
        <IconButton label={t('create.addField')} disabled={disabled || name.trim() === ''} onClick={add}>
          <Plus aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

interface TypeSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (type: string) => void;
}

function TypeSelect({ label, value, onChange }: TypeSelectProps) {
  const types = fieldTypes.includes(value) ? fieldTypes : [...fieldTypes, value];
  return (
    <select
      className={styles.input}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {types.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </select>
  );
}
