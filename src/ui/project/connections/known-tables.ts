import { createSignal } from 'solid-js'
import type { TableInfo } from '#engine/steps/sql/tables.ts'

const [known, setKnown] = createSignal<ReadonlyMap<string, readonly TableInfo[]>>(new Map())

const keyOf = (project: string | undefined, connection: string): string => `${project ?? ''}\n${connection}`

/** Reactive: the tables of a connection's database, as "Test connection" found them last; undefined while no one has asked. */
export const knownTables = (project: string | undefined, connection: string): readonly TableInfo[] | undefined =>
  known().get(keyOf(project, connection))

/** Keeps the tables of a connection until the page is left. */
export const learnTables = (project: string, connection: string, tables: readonly TableInfo[]): void =>
  void setKnown((before) => new Map(before).set(keyOf(project, connection), tables))
