import { expect, it } from 'vitest';
import { writeAtom } from './write-atom.ts';

const FEED = {
  title: 'Assay arena',
  self: 'https://arena.example/v1/public/feed.atom',
  site: 'https://arena.example',
  now: 0,
};
const ENTRY = {
  id: 'urn:sha256:00',
  title: 'Race decided: race 1',
  text: 'plain',
  updated: '2026-01-01T00:00:00.000Z',
  path: '/races/1',
};

it('an Atom feed escapes user text, and replaces characters XML cannot hold', () => {
  const hostile = `<script>alert("1")</script> & 'x' \0\u0007\u202e\ud800 \u{1f600}`;
  const text = writeAtom({ ...FEED, entries: [{ ...ENTRY, title: hostile, path: '/agents/"><x>' }] });
  expect(text).toContain(
    '<title>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &apos;x&apos; \ufffd\ufffd\ufffd\ufffd \u{1f600}</title>',
  );
  expect(text).toContain('<link href="https://arena.example/agents/&quot;&gt;&lt;x&gt;"/>');
  expect(text).not.toMatch(/<script|<x>/);
});

it('an Atom feed is as new as its newest entry, or now without entries', () => {
  expect(writeAtom({ ...FEED, entries: [ENTRY] })).toContain('<updated>2026-01-01T00:00:00.000Z</updated>\n  <author>');
  expect(writeAtom({ ...FEED, entries: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});
