import type { Random } from './random.ts'

/** The run takes its id from the first uuid: it is to be the one that the page knows. */
export function withRunId(random: Random, run: string): Random {
  let next: string | undefined = run
  return {
    bytes: random.bytes,
    uuid() {
      const id = next ?? random.uuid()
      next = undefined
      return id
    },
  }
}
