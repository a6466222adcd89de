import type { Draw } from './draw.ts'

/** What one try came to. */
export interface Try {
  /** Its row in the table. */
  row: string
  /** How many things were tried at once; 1 if it isn't said. */
  count?: number
  /** What must not be, in words. */
  found: readonly string[]
}

/** An attack that has been prepared. */
export interface Started {
  /** Tries what the numbers decide; the same numbers try the same. */
  once(draw: Draw): Promise<Try>
  close(): Promise<void>
}

/** One way of attacking: a name for the command line, what it is for people, and how it begins. */
export interface Attack {
  title: string
  /** What is tried, and what must hold, in one sentence. */
  about: string
  start(): Promise<Started>
}
