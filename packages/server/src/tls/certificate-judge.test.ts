import { expect, test } from 'vitest';
import { testAuthority } from '../testing/certificates.ts';
import { CertificateJudge } from './certificate-judge.ts';

const authority = testAuthority();
const judge = new CertificateJudge({
  administrators: ['CN=root'],
  nodes: ['CN=*.search.example'],
  own: () => [],
});

test.each([
  ['ann\nCN=root', 'CN=ann\\0ACN\\=root'],
  ['ann,CN=root', 'CN=ann\\,CN\\=root'],
  ['root+OU=x', 'CN=root\\+OU\\=x'],
  ['ann\0', 'CN=ann\\00'],
  ['ö "x" <y>;z\\', 'CN=ö \\"x\\" \\<y\\>\\;z\\\\'],
  ['#root ', 'CN=\\#root\\ '],
])('a common name that holds separators is one name: %j', (commonName, name) => {
  const { certificate } = authority.issue({ kind: 'client', commonName, names: [] });
  const facts = judge.facts(certificate);
  expect(facts.user).toBe(commonName);
  expect(facts.isAdministrator).toBe(false);
  expect(facts.isNode).toBe(false);
  expect(facts.name.replaceAll('\\=', '=')).toBe(name.replaceAll('\\=', '='));
});

test('a wildcard of nodes does not reach beyond what it names', () => {
  const isNode = (commonName: string): boolean =>
    judge.facts(authority.issue({ kind: 'client', commonName, names: [] }).certificate).isNode;
  expect(isNode('a.search.example')).toBe(true);
  expect(isNode('a.search.example.org')).toBe(false);
  expect(isNode('x\nCN=a.search.example.')).toBe(false);
});

test('a name among those that it is called by says nothing of a node unless it is a registered id', () => {
  const wish = { kind: 'client', commonName: 'ann' } as const;
  const { certificate } = authority.issue({ ...wish, names: ['registered.id', '1.2.3.4'] });
  expect(judge.facts(certificate).isNode).toBe(false);
});

test('a star at the end also stands for parts that follow', () => {
  const open = new CertificateJudge({ administrators: [], nodes: ['CN=elk-*'], own: () => [] });
  const { certificate } = authority.issue({ commonName: 'elk-1', names: ['localhost'], kind: 'client' });
  expect(open.facts(certificate).isNode).toBe(true);
});

test.each(['/CN=.*/', 'a.search.example', '', '*'])('%j is no name of certificates', (text) => {
  const parts = { administrators: [], nodes: [], own: () => [] };
  expect(() => new CertificateJudge({ ...parts, nodes: [text] })).toThrow('security.nodes_dn takes names');
  expect(() => new CertificateJudge({ ...parts, administrators: [text] })).toThrow('admin_dn takes names');
});
