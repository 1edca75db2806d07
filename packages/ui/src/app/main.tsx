import './tokens.css';
import './base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyLanguage } from '../lib/messages/messages.ts';
import { applyTheme } from '../lib/theme.ts';
import { Providers } from './providers.tsx';

applyTheme();
applyLanguage();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
