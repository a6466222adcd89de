import { writeFileSync } from 'node:fs'
import { createNodePorts } from '#platform/node/ports.ts'
import { judge, type Judgement } from './judge.ts'
import { readMakes, type Make } from './make.ts'
import { mistakes, secrets } from './mistakes.ts'
import { docsOf } from './docs.ts'
import { needsBrowser, runMistake, type Told } from './run-mistake.ts'

/** A mistake at one make, with what was told of it. */
export interface Explained {
  file: string
  make: Make
  id: string
  told: Told
  judgement: Judgement
}

/** Which mistakes are run. */
export interface Choice {
  makes?: readonly string[]
  /** False: only those for which no browser is needed. */
  browser?: boolean
  /** Only these of them. */
  only?: (file: string, id: string) => boolean
}

/** Runs the mistakes of all makes, several at a time, and judges what the engine tells. */
export async function explainMistakes({ makes = [], browser = true, only = () => true }: Choice = {}): Promise<Explained[]> {
  const all = [...readMakes()]
    .filter(([file]) => makes.length === 0 || makes.includes(file))
    .flatMap(([file, make]) => Object.entries(make.refusals).map(([id, reply]) => ({ file, make, id, reply })))
    .filter(({ id }) => browser || !needsBrowser(id))
    .filter(({ file, id }) => only(file, id))
  const node = createNodePorts({ secrets: new Map(Object.entries(secrets)) })
  const explained: Explained[] = []
  const next = async (): Promise<void> => {
    for (let one = all.shift(); one; one = all.shift()) {
      const { file, make, id, reply } = one
      const told = await runMistake(make, id, reply, node)
      explained.push({ file, make, id, told, judgement: judge(make, id, told) })
    }
  }
  try {
    await Promise.all(Array.from({ length: browser ? 8 : 4 }, next))
  } finally {
    await node.close()
  }
  return explained.toSorted((one, other) => `${one.file} ${one.id}`.localeCompare(`${other.file} ${other.id}`))
}

const option = (options: readonly string[], name: string): string | undefined => {
  const at = options.indexOf(`--${name}`)
  return at < 0 ? undefined : options[at + 1]
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

/** The command `npm run eval:oauth`. */
export async function main(options: readonly string[]): Promise<number> {
  const makes = option(options, 'makes')?.split(',')
  const explained = await explainMistakes({ ...(makes ? { makes } : {}), browser: !options.includes('--no-browser') })
  for (const one of explained) {
    const { file, id, told, judgement } = one
    if (told.fault !== undefined) print(`${file} ${id}: the laboratory failed: ${told.fault} (${told.text})`)
    else if (judgement !== 'right')
      print(`${judgement}: ${file} ${id} (${mistakes[id]?.cause}): ${told.situation || 'no card'}: ${told.text.slice(0, 300)}`)
  }
  const result = option(options, 'json')
  if (result !== undefined)
    writeFileSync(result, JSON.stringify(explained.map(({ file, id, told, judgement }) => ({ file, id, told, judgement }))))
  const counts = (list: readonly Explained[]): string =>
    (['right', 'partly', 'wrong', 'none'] as const)
      .map((name) => `${list.filter(({ judgement }) => judgement === name).length} ${name}`)
      .join(', ')
  print(`${explained.length} mistakes at ${new Set(explained.map(({ file }) => file)).size} makes: ${counts(explained)}`)
  print(`  development: ${counts(explained.filter(({ make }) => !make.heldOut))}`)
  print(`  held out: ${counts(explained.filter(({ make }) => make.heldOut))}`)
  if (makes === undefined && !options.includes('--no-browser')) writeFileSync('docs/oauth-diagnosis.md', docsOf(explained))
  return explained.some(({ told }) => told.fault !== undefined) ? 1 : 0
}
