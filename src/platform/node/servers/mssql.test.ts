import { expect, it } from 'vitest'
import { dateText } from './mssql.ts'

it('[T3] dates and times of SQL Server have the digits of their columns', () => {
  const at = Object.assign(new Date(Date.UTC(2024, 1, 29, 8, 5, 3, 40)), { nanosecondsDelta: 0.0000567 })
  const row: [type: string, digits: number | undefined, text: string][] = [
    ['Date', undefined, '2024-02-29'],
    ['Time', 7, '08:05:03.0400567'],
    ['DateTime2', 7, '2024-02-29 08:05:03.0400567'],
    ['DateTime2', 4, '2024-02-29 08:05:03.0400'],
    ['DateTime2', 0, '2024-02-29 08:05:03'],
    ['DateTimeN', undefined, '2024-02-29 08:05:03.040'],
    ['DateTimeOffset', 3, '2024-02-29 08:05:03.040 +00:00'],
  ]
  expect(row.map(([type, digits]) => [type, digits, dateText(at, type, digits)])).toEqual(row)
})
