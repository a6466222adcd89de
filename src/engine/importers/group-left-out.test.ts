import { expect, test } from 'vitest'
import { countLeftOut, groupLeftOut } from './group-left-out.ts'
import { importerTexts as texts } from './texts.ts'

test('[T2] what an import leaves out is grouped by what is to do, values to enter first', () => {
  const groups = groupLeftOut([
    { where: 'Orders > Create', what: texts.script(texts.scripts.after, 1) },
    { where: 'Orders', what: texts.emptyFolder },
    { where: 'Orders > List', what: texts.script(texts.scripts.before, 3) },
    { where: 'Orders > Send', what: texts.unreadableScript(texts.scripts.after) },
    { where: 'Orders > Send', what: texts.file('a.png') },
    { where: '', what: texts.unknownVariable('host') },
    { where: '', what: texts.unknownSecret('key'), secret: 's' },
    { where: 'Local', what: texts.noValue('password'), secret: 't' },
    { where: 'Users', what: texts.emptyFolder },
    { where: '', what: texts.jumps },
    { where: 'Orders > List', what: texts.keptAsScript(texts.scripts.after, []) },
  ])
  expect(countLeftOut(groups)).toEqual({ missing: 7, toEnter: 3, kept: 1 })
  expect(groups.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['secret', 2],
    ['variable', 1],
    ['file', 1],
    ['script', 3],
    ['runs', 1],
    ['other', 2],
    ['other', 1],
  ])
  expect(groups.map(({ title }) => title)).toEqual([
    '2 secrets: enter the values after the import.',
    undefined,
    undefined,
    "3 scripts: parts couldn't be converted. Kept as notes.",
    undefined,
    `2 places: ${texts.emptyFolder}`,
    undefined,
  ])
  expect(groups[5]?.items.map(({ where, what }) => [where, what])).toEqual([
    ['Orders', ''],
    ['Users', ''],
  ])
  expect(groups[3]?.items.map(({ where }) => where)).toEqual(['Orders > Create', 'Orders > List', 'Orders > Send'])
})
