import { openSource } from '#engine/data/index.ts'
import { mapperOf } from '#engine/data/mapping.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import type { SourceContext } from '#engine/data/source-kind.ts'
import { isNumeric } from '#engine/checks/numbers.ts'
import type { LoopStartStep } from '#engine/steps/loop-start/schema.ts'
import { callOf, flat, listCode, objectOf, quote, valueOf, type Code } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { typedCode } from './template.ts'
import { k6Texts as texts } from './texts.ts'

/** More than so many rows of a project don't belong into a script. */
const mostRows = 10_000

/** The rows of a loop: the name of a constant that holds them, as variables. */
export async function rowsCode(loop: LoopStartStep, script: Script): Promise<string> {
  const { dataSource, mapping, from = 1, to } = loop
  const key = JSON.stringify(['rows', dataSource, mapping, from, to])
  if (!dataSource) return script.constant(key, loop.name, 'rows', () => shared(loop.name, counted(loop), script))
  const source = script.project.dataSources.find(({ id }) => id === dataSource)
  if (!source) throw new NoCounterpart(texts.noSource)
  const isFile = 'file' in source && Boolean(source.file)
  const code = isFile ? ofFile(source, loop, script) : await inside(source, loop, script)
  return script.constant(key, source.name, 'rows', () => shared(source.name, code, script), isFile || source.kind === 'generated')
}

const shared = (name: string, rows: Code, script: Script): Code => {
  script.useK6('SharedArray')
  return [`new SharedArray(${quote(name)}, () => `, rows, ')']
}

/** Of a loop without a data source: the number of the row. */
function counted({ mapping, from = 1, to = 0 }: LoopStartStep): Code {
  const value = (type: string): string => (type === 'string' ? 'String(number)' : 'number')
  const members = mapping.map(({ variable, type }): [string, Code] => [variable, value(type)])
  const row = flat(objectOf(members)) ?? '{}'
  const number = from === 1 ? 'index + 1' : `index + ${from}`
  return `Array.from({ length: ${Math.max(0, to - from + 1)} }, (_, index) => ${number}).map((number) => (${row}))`
}

/** Rows that the project holds, unchanged; rows that it makes, as what makes them. */
async function inside(source: DataSource, loop: LoopStartStep, script: Script): Promise<Code> {
  if (source.kind === 'query') throw new NoCounterpart(texts.query(source.name))
  if (source.kind === 'generated') return generated(source, loop, script)
  const { mapping, from = 1, to = Infinity } = loop
  const rows: Code[] = []
  try {
    const opened = await openSource(source, nowhere)
    const valuesOf = mapperOf(source.name, opened, mapping)
    for await (const some of opened.rows(nowhere))
      for (const row of some) {
        if (row.number < from || row.number > to) continue
        if (rows.length === mostRows) throw new NoCounterpart(texts.manyRows(source.name, mostRows))
        rows.push(valueOf(plainNumbers(valuesOf(row))))
      }
  } catch (thrown) {
    if (thrown instanceof NoCounterpart) throw thrown
    throw new NoCounterpart(texts.badSource(source.name, thrown instanceof Error ? thrown.message : String(thrown)))
  }
  return listCode(rows, true)
}

function plainNumbers(value: unknown): unknown {
  if (isNumeric(value)) return Number(value)
  if (Array.isArray(value)) return value.map(plainNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainNumbers(one)]))
}

/** What tables and texts of the project are read with: they need nothing. */
const nowhere: SourceContext = {
  files: { blob: () => Promise.resolve(undefined), open: () => Promise.resolve(undefined), missingHint: '' },
  scopes() {
    throw new NoCounterpart(texts.noSource)
  },
  query: () => Promise.reject(new NoCounterpart(texts.sql)),
}

function generated(
  source: Extract<DataSource, { kind: 'generated' }>,
  { mapping, from = 1, to = Infinity }: LoopStartStep,
  script: Script,
): Code {
  const columns = source.columns.map(({ name, value }): [string, Code] => {
    if (source.columns.some((one) => value.includes(`\${${one.name}}`))) throw new NoCounterpart(texts.ownColumns(source.name))
    return [name, typedCode(value, script)]
  })
  const row = objectOf(columns)
  const length = Math.max(0, Math.min(source.rows, to) - from + 1)
  return columnsOf([`Array.from({ length: ${length} }, () => (`, row, '))'], mapping, script)
}

/** Text in a file beside the script. */
function ofFile(
  source: Extract<DataSource, { kind: 'csv' | 'json' }>,
  { mapping, from = 1, to }: LoopStartStep,
  script: Script,
): Code {
  const text = `open(${quote(`./${source.file}`)})`
  if (source.kind === 'csv' && source.encoding !== undefined && !/^utf-?8$/i.test(source.encoding))
    throw new NoCounterpart(texts.encoding(source.name))
  const dialect =
    source.kind === 'csv'
      ? objectOf([
          ['delimiter', source.delimiter === undefined ? undefined : quote(source.delimiter)],
          ['quote', source.quote === undefined ? undefined : quote(source.quote)],
          ['header', source.header === undefined ? undefined : String(source.header)],
        ])
      : ''
  const asked = typeof dialect === 'object' && 'items' in dialect && dialect.items.length > 0
  const rows =
    source.kind === 'json'
      ? `JSON.parse(${text})`
      : asked
        ? callOf(script.use('csvRows'), text, dialect)
        : `${script.use('csvRows')}(${text})`
  const part = from === 1 && to === undefined ? rows : [rows, `.slice(${from - 1}${to === undefined ? '' : `, ${to}`})`]
  return columnsOf(part, mapping, script)
}

const columnsOf = (rows: Code, mapping: LoopStartStep['mapping'], script: Script): Code => ({
  open: `${script.use('mapped')}(`,
  items: [
    rows,
    listCode(
      mapping.map(({ column, variable, type }) =>
        listCode([quote(column), quote(variable), ...(type === 'string' ? [] : [quote(type)])]),
      ),
    ),
  ],
  close: ')',
})
