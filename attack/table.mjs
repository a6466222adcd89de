import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const file = 'docs/attack.md'

const heading = {
  answers: 'Hostile responses',
  checks: 'Hostile checks',
  files: 'Mutated project files',
  imports: 'Hostile imports',
  canaries: 'Canaries',
  runs: 'Runs in the companion',
  losses: 'Lost storage',
  kills: 'Browser kills',
}

const number = (value) => value.toLocaleString('en-US')

/** The rows of a table: attack, number of tries, flaws. */
function linesOf(rows) {
  const sorted = [...rows].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  const cells = sorted.map(
    ([row, { tries, flaws }]) => `| ${row} | ${number(tries)} | ${flaws.length === 0 ? 'none' : number(flaws.length)} |`,
  )
  return ['| attack | tries | flaws found |', '|---|---:|---|', ...cells]
}

/** The text of one attack between its marks. */
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

/** Prints the results and inserts them in docs/attack.md. Attacks that did not run keep their section. Returns the number of flaws. */
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
  console.log(`\n${found === 0 ? 'No flaws found.' : `Flaws found: ${found}.`}${write ? ` Wrote ${file}.` : ''}`)
  return found
}
