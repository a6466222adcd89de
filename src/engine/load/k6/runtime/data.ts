import type { RuntimeFunction } from './function.ts'

/** Rows of files. */
export const dataFunctions = {
  csvRows: {
    text: String.raw`/** The rows of a CSV text (RFC 4180) as objects. */
function csvRows(text, { delimiter = ',', quote = '"', header = true } = {}) {
  const records = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    records.at(-1).push(cell)
    cell = ''
  }
  const whole = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < whole.length; at++) {
    const unit = whole[at]
    if (quoted && unit === quote && whole[at + 1] === quote) cell += whole[++at]
    else if (unit === quote && (quoted || cell === '')) quoted = !quoted
    else if (!quoted && unit === delimiter) endCell()
    else if (!quoted && unit === '\n') {
      endCell()
      records.push([])
    } else if (quoted || unit !== '\r') cell += unit
  }
  endCell()
  const filled = records.filter((record) => record.length > 1 || record[0] !== '')
  const columns = header ? filled.shift() : (filled[0] ?? []).map((_, index) => String(index + 1))
  return filled.map((record) => Object.fromEntries(columns.map((column, index) => [column, record[index]])))
}`,
  },
  mapped: {
    needs: ['asText'],
    text: String.raw`/** Rows as variables, by the mapping of columns. */
const mapped = (rows, columns) =>
  rows.map((row) => Object.fromEntries(columns.map(([column, name, type]) => [name, typed(row[column], column, type)])))

function typed(cell, column, type = 'string') {
  if (cell === undefined) throw new Error('a row has no cell in column ' + column)
  if (type === 'string') return cell === null ? '' : asText(cell)
  if (typeof cell !== 'string') return cell
  if (type === 'number') return Number(cell)
  return type === 'boolean' ? cell.trim().toLowerCase() === 'true' : JSON.parse(cell)
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
