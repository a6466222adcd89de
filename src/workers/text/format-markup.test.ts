import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatMarkup } from './format-markup.ts'

const lines = (...all: string[]) => all.join('\n')

it('[R10] indents the page of a gateway', () => {
  expect(
    formatMarkup(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body bgcolor="white">\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    ),
  ).toBe(
    lines(
      '<html>',
      '  <head>',
      '    <title>502 Bad Gateway</title>',
      '  </head>',
      '  <body bgcolor="white">',
      '    <center>',
      '      <h1>502 Bad Gateway</h1>',
      '    </center>',
      '    <hr>',
      '    <center>nginx</center>',
      '  </body>',
      '</html>',
    ),
  )
})

it('[R10] leaves text with what stands in it in one line, and code as it is written', () => {
  expect(
    formatMarkup(
      '<!DOCTYPE html><div class=a>See <a href="/x?a>b">the <b>page</b></a>,\n  please.<p>One<br>Two</p><script>\n\tif (1 < 2) {\n\t\tgo("</p>")\n\t}\n</script><pre> a\n  b</pre></div>',
    ),
  ).toBe(
    lines(
      '<!DOCTYPE html>',
      '<div class=a>',
      '  See <a href="/x?a>b">the <b>page</b></a>, please.',
      '  <p>One<br>Two</p>',
      '  <script>',
      '    if (1 < 2) {',
      '      go("</p>")',
      '    }',
      '  </script>',
      '  <pre> a',
      '  b</pre>',
      '</div>',
    ),
  )
})

it('[R10] indents XML, and keeps the text of an element as it came', () => {
  expect(
    formatMarkup(
      '<?xml version="1.0"?><s:Envelope xmlns:s="u"><s:Body><order id="1"><note>two\n lines</note><link>http://x</link><item/><none></none><mixed>a <b>b</b> c</mixed><raw><![CDATA[<x> ]]></raw><!-- end --></order></s:Body></s:Envelope>',
    ),
  ).toBe(
    lines(
      '<?xml version="1.0"?>',
      '<s:Envelope xmlns:s="u">',
      '  <s:Body>',
      '    <order id="1">',
      '      <note>two',
      ' lines</note>',
      '      <link>http://x</link>',
      '      <item/>',
      '      <none></none>',
      '      <mixed>a <b>b</b> c</mixed>',
      '      <raw><![CDATA[<x> ]]></raw>',
      '      <!-- end -->',
      '    </order>',
      '  </s:Body>',
      '</s:Envelope>',
    ),
  )
})

it('[R35] what nothing closes is not indented, what closes nothing stays where it stands', () => {
  expect(formatMarkup('<ul><li>One<li>Two</b></ul>')).toBe(lines('<ul>', '  <li>One', '  <li>Two</b>', '</ul>'))
  expect(formatMarkup('<r><a><b></a></b></r>')).toBe(lines('<r>', '  <a>', '    <b>', '  </a>', '  </b>', '</r>'))
})

it.each(['', 'hello', '<3 of us', '{"a":"<p>"}', '<!-- a comment alone -->', '1 < 2 > 1', '<'])(
  '[R35] is silent about what is no markup: %s',
  (text) => {
    expect(formatMarkup(text)).toBeUndefined()
  },
)

const squeezed = (text: string) => text.replaceAll(/\s+/g, '')

it('[R10, R35] changes nothing but white space, whatever the markup', () => {
  const tags =
    '<a>|</a>|<p>|</p>|<br>|<x y="1 > 0">|</x>|<x/>|text| |\n\n|<!-- c -->|<![CDATA[ <q> ]]>|<|>|"|&amp;|<?pi?>|<!doctype html>|<!--'
  const code = '<script>if (a<b) {\n  c\n}</script>|<pre> s\n  t</pre>|<style>'
  const piece = fc.constantFrom(...`${tags}|${code}`.split('|'))
  fc.assert(
    fc.property(
      fc.constantFrom('<root>', '<html>', '<?xml version="1.0"?><r>'),
      fc.array(piece, { maxLength: 30 }),
      (start, rest) => {
        const text = start + rest.join('')
        const formatted = formatMarkup(text) ?? ''
        expect(squeezed(formatted)).toBe(squeezed(text))
      },
    ),
  )
})

it('[R7] nesting of 20,000 neither overflows nor explodes', () => {
  for (const [name, end] of [
    ['a', '</a>'],
    ['div', '</div>'],
    ['div', '</p>'],
  ] as const) {
    const deep = `<${name}>`.repeat(20_000) + end.repeat(20_000)
    const formatted = formatMarkup(deep) ?? ''
    expect(squeezed(formatted)).toBe(deep)
    expect(formatted.length).toBeLessThan(4_000_000)
  }
})
