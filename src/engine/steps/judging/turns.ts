import type { RunContext } from '../step-kind.ts'

/** Milliseconds that a step works before it lets others have their turn, Stop among them. */
const longestTurn = 50

/** Is awaited between parts of a step that each take little: after some time of them everything else has its turn. Rejects when aborted. */
export function turnTaker({ ports: { clock }, signal }: Pick<RunContext, 'ports' | 'signal'>): () => Promise<void> | undefined {
  let begun = clock.monotonic()
  return () => {
    if (clock.monotonic() - begun < longestTurn) return undefined
    const rest = async (): Promise<void> => {
      await clock.sleep(0, signal)
      begun = clock.monotonic()
    }
    return rest()
  }
}
