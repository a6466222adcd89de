import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOf, readSql } from './sql-text.ts'

const statementsIn = (text: string): string[] => readSql(text).statements.map(({ start, end }) => text.slice(start, end))
const parametersIn = (text: string): string[] => readSql(text).statements.flatMap(({ parameters }) => parameters)

describe('a text of SQL', () => {
  it.each([
    ['', []],
    ['  -- nothing\n /* here; */ ;;', []],
    ['select 1', ['select 1']],
    ['select 1;', ['select 1']],
    ['select 1 ; select 2;', ['select 1', 'select 2']],
    [`select ';' , ";", \`;\`, [;] -- ;\n from t /* ; */; x`, [`select ';' , ";", \`;\`, [;] -- ;\n from t`, 'x']],
    [`select 'it''s; so' ; y`, [`select 'it''s; so'`, 'y']],
    ['select $$a;b$$, $tag$ $$ ; $tag$; z', ['select $$a;b$$, $tag$ $$ ; $tag$', 'z']],
  ])('%j has the statements %j', (text, expected) => expect(statementsIn(text)).toEqual(expected))

  it('the body of a trigger is part of its statement', () => {
    const trigger = `create temp trigger t after insert on a begin update b set c = case when 1 then 2 end; delete from d; end`
    expect(statementsIn(`${trigger}; select 1`)).toEqual([trigger, 'select 1'])
    expect(statementsIn(`explain ${trigger}; select 1`)).toEqual([`explain ${trigger}`, 'select 1'])
  })

  it('finds parameters where they are some', () => {
    expect(parametersIn(`select :a, @b, $c, :a, ':no', ":no", x::text -- :no\n, :größe`)).toEqual(['a', 'b', 'c', 'größe'])
    expect(readSql('select ?, ?2').positional).toBe(7)
    expect(readSql('select 1').positional).toBeUndefined()
  })

  it.each([
    [`select 'a`, { what: 'string', at: 7 }],
    [`select "a`, { what: 'name', at: 7 }],
    ['select [a', { what: 'name', at: 7 }],
    ['select /* a', { what: 'comment', at: 7 }],
    ['select $a$ b', { what: 'string', at: 7 }],
    ['select 1 -- a', undefined],
  ])('%j: what is not closed is found', (text, expected) => expect(readSql(text).unclosed).toEqual(expected))

  it('every text is gone through, and statements lie in it one after the other', () => {
    const parts = fc.constantFrom(...`'";-*/[]\`$:@?\n a1é`, '--', '/*', '*/', '$$', 'end', 'create trigger')
    fc.assert(
      fc.property(fc.array(parts), (list) => {
        const text = list.join('')
        let last = 0
        for (const { start, end } of readSql(text).statements) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('counts lines from 1', () => expect([lineOf('a\nb\nc', 0), lineOf('a\nb\nc', 4)]).toEqual([1, 3]))
})
