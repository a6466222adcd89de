import { expect, it } from 'vitest'
import { createNodeSql } from '#platform/node/sql.ts'
import { tablesOf, tablesQuery } from './tables.ts'

it('[T3] tells the tables and views of a database with their columns', async () => {
  const sql = createNodeSql('.')
  const connection = { id: 'k', name: 'DB', driver: 'sqlite', file: '' } as const
  const ask = (text: string) =>
    sql.query(
      connection,
      { text, parameters: new Map(), script: true, rollback: false, timeout: 5_000 },
      new AbortController().signal,
    )
  try {
    await ask(`create table "order lines" (id integer primary key, sku text not null, qty);
      create table __proto__ (a); create view v as select sku from "order lines"; create index i on __proto__ (a)`)
    expect(tablesOf(await ask(tablesQuery.sqlite))).toEqual([
      { name: '__proto__', kind: 'table', columns: [{ name: 'a', type: '', key: false, required: false }] },
      {
        name: 'order lines',
        kind: 'table',
        columns: [
          { name: 'id', type: 'INTEGER', key: true, required: false },
          { name: 'sku', type: 'TEXT', key: false, required: true },
          { name: 'qty', type: '', key: false, required: false },
        ],
      },
      { name: 'v', kind: 'view', columns: [{ name: 'sku', type: 'TEXT', key: false, required: false }] },
    ])
  } finally {
    await sql.close()
  }
})
