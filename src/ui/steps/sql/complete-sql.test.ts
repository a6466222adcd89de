import { expect, it } from 'vitest'
import { completeSql } from './complete-sql.ts'

const column = (name: string) => ({ name, type: 'text', key: false, required: false })
const tables = [
  { name: 'customers', kind: 'table' as const, columns: ['id', 'email'].map(column) },
  { name: 'orders', kind: 'table' as const, columns: ['id', 'state', 'customer_id'].map(column) },
  { name: 'sales.order lines', kind: 'view' as const, columns: ['sku'].map(column) },
]

/** What is offered where the bar stands. */
const offered = (marked: string) => {
  const offset = marked.indexOf('|')
  const query = marked.replace('|', '')
  const found = completeSql(query, offset, { tables, parameters: ['state', ''], quote: '"' })
  return found.map(({ label, insert, from }) => {
    expect(insert.replaceAll('"', '')).toBe(label)
    expect(query.slice(from, offset)).toMatch(/^\w*$/)
    return label
  })
}

it.each([
  ['select * from |', ['customers', 'orders', 'sales.order lines']],
  ['select * from ord|', ['customers', 'orders', 'sales.order lines']],
  ['INSERT INTO |', ['customers', 'orders', 'sales.order lines']],
  ['select | from orders', ['id', 'state', 'customer_id', 'customers', 'orders', 'sales.order lines']],
  ['select o.| from orders as o', ['id', 'state', 'customer_id']],
  ['select o.st| from orders o join customers c on c.id = o.customer_id', ['id', 'state', 'customer_id']],
  ['select c.| from orders o\njoin "customers" c on c.id = o.customer_id', ['id', 'email']],
  ['select orders.|', ['id', 'state', 'customer_id']],
  ['select * from orders where |', ['id', 'state', 'customer_id', 'customers', 'orders', 'sales.order lines']],
  ['select where.| from orders where id = 1', []],
  ['select * from sales.|', ['order lines']],
  ['update orders set state = :|', ['state']],
  ['select state::| from orders', ['id', 'state', 'customer_id', 'customers', 'orders', 'sales.order lines']],
  ['|', ['customers', 'orders', 'sales.order lines']],
])('[T3] %s', (query, names) => {
  expect(offered(query)).toEqual(names)
})

it("[T3] quotes a name that isn't a plain word", () => {
  const inserted = (quote: '"' | '\x60') =>
    completeSql('select * from ', 14, { tables, parameters: [], quote }).map(({ insert }) => insert)
  expect(inserted('"')).toEqual(['customers', 'orders', 'sales."order lines"'])
  expect(inserted('\x60')[2]).toBe('sales.\x60order lines\x60')
})

it('[T3] a long query is looked through once', () => {
  const query = `select * from ${'orders o, '.repeat(20_000)}`
  expect(completeSql(query, query.length, { tables, parameters: [], quote: '"' })).toHaveLength(6)
})
