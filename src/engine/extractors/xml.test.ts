import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftLimits } from '#engine/base/work-limit.ts'
import { WholeAnswer } from '#engine/checks/whole-answer.ts'
import { responseOf } from '#engine/ports/testing/index.ts'
import { extract, tryPath } from './index.ts'

const answer = () => new WholeAnswer(async () => ({ holds: true }), { request: { method: 'GET', url: '' }, apis: [] })

// As in a thread that can be ended: in all others only plain paths are taken.
let setLimits: (() => void) | undefined
beforeAll(() => {
  setLimits = liftLimits()
})
afterAll(() => setLimits?.())

const taken = (path: string, text: string, type = 'application/xml') => {
  const response = responseOf({ headers: [['content-type', type]], body: text })
  return Promise.resolve().then(() =>
    extract(
      { source: 'xml', path },
      { response: () => response, answer, rows: () => undefined, variable: async () => undefined },
    ),
  )
}
const order = '<order id="7"><state>open</state><item n="1">a</item><item n="2">b &amp; <![CDATA[<c>]]></item><note/></order>'
const envelope =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><r xmlns="urn:r" xmlns:x="urn:x"><x:id>5</x:id></r></s:Body></s:Envelope>'
const feed =
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>1</id></entry><entry><id>2</id></entry></feed>'

describe('[T3] xml', () => {
  it.each([
    ['/order/@id', order, '7'],
    ['//state', order, 'open'],
    ['//item', order, ['a', 'b & <c>']],
    ['//item[@n="2"]', order, 'b & <c>'],
    ['count(//item)', order, 2],
    ['//item/@n/number(.)', order, [1, 2]],
    ['sum(//item/@n)', order, 3],
    ['//note', order, ''],
    ['//missing', order, undefined],
    ['//state = "open"', order, true],
    ['/order/state/text()', order, 'open'],
    ['string-join(//item, ",")', order, 'a,b & <c>'],
    ['/s:Envelope/s:Body/*:r/x:id', envelope, '5'],
    ['local-name(/s:Envelope/s:Body/*)', envelope, 'r'],
    ['/feed/entry/id', feed, ['1', '2']],
    ['/feed/title', feed, 'News'],
  ])('%s', async (path, text, expected) => {
    expect(await taken(path, text)).toEqual(expected)
  })

  it.each([
    ['<html><body><br></body></html>', 'text/html', /isn't XML \(text\/html\).*line 1, column 17/],
    ['{"a":1}', 'application/json', /isn't XML \(application\/json\).*line 1, column 1/],
    ['', 'text/plain', /isn't XML/],
    ['<a>&nbsp;</a>', 'application/xml', /unknown entity "nbsp"/],
    [`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, 'application/xml', /nested more than 512 levels deep/],
  ])('a body that is not XML says why, and is nothing: %.20s', async (text, type, message) => {
    await expect(taken('/a', text, type)).rejects.toMatchObject({
      code: 'nothing-found',
      message: expect.stringMatching(message),
    })
  })

  it('a body of too many elements is rejected by what it would take', async () => {
    await expect(taken('/a', `<a>${'<b/>'.repeat(300_000)}</a>`)).rejects.toMatchObject({ code: 'http-too-large' })
  })

  it('entities that blow each other up are stopped, external ones are not fetched', async () => {
    const entities = ['x', 'y', 'z', 'w', 'v', 'u', 't'].map((name, index, all) =>
      index === 0 ? `<!ENTITY ${name} "0123456789">` : `<!ENTITY ${name} "${`&${all[index - 1]};`.repeat(10)}">`,
    )
    await expect(taken('/a', `<!DOCTYPE a [${entities.join('')}]><a>&t;</a>`)).rejects.toMatchObject({ code: 'nothing-found' })
    expect(await taken('/a', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>b&e;</a>')).toBe('b')
  })

  it.each([
    ['//item[', /isn't a valid XPath \(3\.1\)\./],
    ['//x:item', /isn't a valid XPath \(3\.1\)\./],
    ['nope(//item)', /isn't a valid XPath \(3\.1\)\./],
    ['doc("http://127.0.0.1/")', /isn't a valid XPath \(3\.1\)\./],
    ['count(1 to 1000000000)', /could run forever:.*range/],
    ['for $a in //*, $b in //*, $c in //*, $d in //* return 1', /could run forever:.*loops/],
    ['some $a in //* satisfies some $b in //* satisfies some $c in //* satisfies some $d in //* satisfies $a = $d', /loops/],
    ['let $f := function($x) { $x } return $f(1)', /it defines functions/],
    ['/a'.repeat(5_000), /too long/],
  ])('[R39] %.60s is rejected', async (path, message) => {
    await expect(taken(path, order)).rejects.toMatchObject({ code: 'bad-expression', message: expect.stringMatching(message) })
  })

  it('[R39] a path that looks at everything again and again is stopped', async () => {
    const many = `<a>${'<b><c/></b>'.repeat(3_000)}</a>`
    await expect(taken('count(//*[count(/a/b) > 1])', many)).rejects.toMatchObject({ code: 'deadline' })
  })

  it('reports an undeclared prefix with the declared ones', async () => {
    await expect(taken('//soap:Body', envelope)).rejects.toMatchObject({ hint: expect.stringContaining('s, x') })
  })

  it('compiles a path without a document', async () => {
    await expect(Promise.resolve(tryPath({ source: 'xml', path: '/p:a/b[1]' }))).resolves.toBeUndefined()
    await expect(Promise.resolve(tryPath({ source: 'xml', path: '/a[' }))).rejects.toMatchObject({ code: 'bad-expression' })
  })
})
