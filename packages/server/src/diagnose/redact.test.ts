import { expect, test } from 'vitest';
import { Redactor } from './redact.ts';

const redactor = new Redactor(['correct-Horse-7', 'a"quoted\\one', 'abc']);

test.each([
  ['the password correct-Horse-7 stands anywhere', 'the password [removed] stands anywhere'],
  [`{"x":${JSON.stringify('a"quoted\\one')}}`, '{"x":"[removed]"}'],
  [Buffer.from('correct-Horse-7').toString('base64'), '[removed]'],
  ['{"opensearch.password" : "p\\"q", "n":1}', '{"opensearch.password" : "[removed]", "n":1}'],
  ['source[{\\"user_token\\":\\"t1\\"}]', 'source[{\\"user_token\\":\\"[removed]\\"}]'],
  ['opensearch.password: hunter2 # old', 'opensearch.password: [removed] # old'],
  ['?api_key=12345&q=1', '?api_key=[removed]&q=1'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: [removed] [removed]'],
  ['{"a_token":"x\\\\","n":"m"}', '{"a_token":"[removed]","n":"m"}'],
  ['"s":"{\\"password\\":\\"p\\\\\\"q\\",\\"n\\":1}"', '"s":"{\\"password\\":\\"[removed]\\",\\"n\\":1}"'],
  ['sent Basic dXNlcjpwYXNz twice', 'sent Basic [removed] twice'],
  ['cookie eyJhbGciOi.eyJzdWIi.c2ln end', 'cookie [removed] end'],
  ['https://user:pass@host:9200/x', 'https://[removed]@host:9200/x'],
])('%s', (text, clean) => {
  expect(redactor.redact(text)).toBe(clean);
});

test('what is no secret stays: settings of analysis, files, short words', () => {
  const text =
    '{"tokenizer":"standard","max_token_count":10,"security.secret_file":"/etc/s","build_hash":"x","a":"abc"}';
  expect(redactor.redact(text)).toBe(text);
});
