import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MeasuredModel } from './models.ts'
import recorded from './recorded.json' with { type: 'json' }

/** Another program that makes covering arrays. */
export interface Other {
  name: string
  /** It is installed on this machine: otherwise only recorded results are shown. */
  runs: boolean
  /** How many tests it makes; undefined if it doesn't take the model, or nothing is recorded. */
  rows(model: MeasuredModel): number | undefined
}

interface CoverTable {
  default: { make(factors: number[][], options: object): unknown[]; criteria: { greedy: unknown; simple: unknown } }
}

/** Parameters with which CoverTable's greedy criterion is done within a minute; beyond, its simple one. */
const mostGreedy = 20

const valuesOf = (level: number): number[] => Array.from({ length: level }, (_, value) => value)

/** A model as PICT reads it. */
export const pictText = ({ levels, constraints }: MeasuredModel): string =>
  [...levels.map((level, at) => `p${at}: ${valuesOf(level).join(', ')}`), '', ...constraints.map((one) => `${one};`), ''].join(
    '\n',
  )

/** PICT as a program, which the environment variable PICT names. */
function pictProgram(): Other['rows'] | undefined {
  const program = process.env['PICT']
  if (program === undefined || program === '') return undefined
  return (model) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-pict-'))
    try {
      const file = join(folder, 'model.pict')
      writeFileSync(file, pictText(model))
      const { status, stdout, stderr } = spawnSync(program, [file, `/o:${model.strength}`], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      })
      if (status !== 0) throw new Error(`${program}: ${stderr}`)
      return stdout.split('\n').filter((line) => line.trim() !== '').length - 1
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

const allPairs = `
import json, sys
from allpairspy import AllPairs
print(sum(1 for _ in AllPairs([list(range(level)) for level in json.load(sys.stdin)])))`

/** allpairspy, where Python has it. */
function allPairsProgram(): Other['rows'] | undefined {
  if (spawnSync('python3', ['-c', 'import allpairspy']).status !== 0) return undefined
  return ({ levels, constraints, strength }) => {
    // Of more than pairs it leaves some out.
    if (constraints.length > 0 || strength > 2) return undefined
    const { stdout } = spawnSync('python3', ['-c', allPairs], { encoding: 'utf8', input: JSON.stringify(levels) })
    return Number(stdout)
  }
}

async function coverTable(): Promise<Other['rows'] | undefined> {
  const name = process.env['COVERTABLE'] ?? 'covertable'
  try {
    const { make, criteria } = ((await import(/* @vite-ignore */ name)) as CoverTable).default
    return ({ levels, constraints, strength }) => {
      if (constraints.length > 0) return undefined
      const criterion = levels.length > mostGreedy ? criteria.simple : criteria.greedy
      return make(levels.map(valuesOf), { length: strength, criterion }).length
    }
  } catch {
    // It is not installed.
    return undefined
  }
}

/** PICT, CoverTable and allpairspy: run if they are installed, otherwise shown as recorded. None of them is a dependency. */
export async function loadOthers(): Promise<Other[]> {
  const known: Readonly<Record<string, Readonly<Record<string, number>>>> = recorded
  const other = (name: string, rows: Other['rows'] | undefined): Other => ({
    name,
    runs: rows !== undefined,
    rows: rows ?? ((model) => known[name]?.[model.name]),
  })
  return [other('PICT', pictProgram()), other('CoverTable', await coverTable()), other('allpairspy', allPairsProgram())]
}
