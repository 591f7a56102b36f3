import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('html', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
    ["' onclick='x", '&#39; onclick=&#39;x'],
    ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
    ['</style><script>', '&lt;/style&gt;&lt;script&gt;'],
    ['<!-- -->', '&lt;!-- --&gt;'],
    ['abc\u202Egnp.exe', 'abc\u25A1gnp.exe'],
    ['zero\u200Bwidth\u2066', 'zero\u25A1width\u25A1'],
    ['\u0000\u0007\u001B[31m', '\u25A1\u25A1\u25A1[31m'],
    ['\uFEFFbom', '\u25A1bom'],
    ['\uD800', '\uFFFD'],
    ['\u{E0041}tag', '\u25A1tag'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ])('html escapes %j', (text, shown) => {
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${shown}">${shown}</p>`);
  });

  it('html nests pieces and lists without escaping them twice', () => {
    const rows = ['a&b', 'c'].map((cell) => html`<td>${cell}</td>`);
    expect(html`<tr>${rows}${null}${1}</tr>`.text).toBe('<tr><td>a&amp;b</td><td>c</td>1</tr>');
  });
});
