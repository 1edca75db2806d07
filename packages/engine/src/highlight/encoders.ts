import { table } from '@sextant/contract';

/** How the text between tags is written. */
export type TextEncoder = (text: string) => string;

const entities: Readonly<Record<string, string>> = table({
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#x27;',
  '/': '&#x2F;',
});

/** `html`, or as it is. */
export function encoderOf(name: string): TextEncoder {
  if (name !== 'html') return (text) => text;
  return (text) => text.replace(/["&<>'/]/g, (character) => entities[character]!);
}
