import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'docs/attack.md'

const heading = {
  answers: 'Hostile answers',
  files: 'Mutated project files',
  imports: 'Hostile imports',
  canaries: 'Canaries',
  runs: 'Runs that the companion carries out',
  losses: 'Lost storage',
  kills: 'Kills of the browser',
}

const number = (value) => value.toLocaleString('en-US')

/** The lines of a table: what was tried, how often, and what was found. */
function linesOf(rows) {
  const sorted = [...rows].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  const cells = sorted.map(
    ([row, { tries, flaws }]) => `| ${row} | ${number(tries)} | ${flaws.length === 0 ? 'nothing' : number(flaws.length)} |`,
  )
  return ['| what | tries | found |', '|---|---:|---|', ...cells]
}

/** What a page says of one attack, between its marks. */
function sectionOf({ rows, seconds }, seed) {
  const tries = [...rows.values()].reduce((sum, row) => sum + row.tries, 0)
  const noted = [...rows].filter(([, row]) => row.noted).map(([row, { noted }]) => `${row}: ${noted}.`)
  return [
    `Last run: ${number(tries)} tries in ${seconds} s, seed ${seed}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    ...linesOf(rows),
    ...noted.flatMap((note) => ['', note]),
  ].join('\n')
}

/** Prints what came out, and puts it into docs/attack.md; attacks that did not run keep what they have there. How much was found. */
export function writeTable(results, { seed, write }) {
  let page = existsSync(file) ? readFileSync(file, 'utf8') : ''
  let found = 0
  for (const result of results) {
    const section = sectionOf(result, seed)
    console.log(`\n── ${heading[result.name]}\n${section}`)
    for (const { flaws } of result.rows.values()) found += flaws.length
    const marks = new RegExp(`(<!-- ${result.name} -->\\n)[\\s\\S]*?(<!-- /${result.name} -->)`)
    page = page.replace(marks, (_all, before, after) => `${before}${section}\n${after}`)
  }
  if (write) writeFileSync(file, page)
  console.log(`\n${found === 0 ? 'Nothing was found.' : `Found: ${found}.`}${write ? ` Written: ${file}` : ''}`)
  return found
}
