import type { Attack } from './attack.ts'
import { answers } from './answers.ts'
import { canaries } from './canaries.ts'
import { checks } from './checks.ts'
import { files } from './files.ts'
import { imports } from './imports.ts'
import { losses } from './losses.ts'
import { runs } from './runs.ts'

/** The attacks that run in Node, by the name that `--only` knows; kills of the browser in typing and in a run are a journey. */
export const attacks: Readonly<Record<string, Attack>> = { answers, checks, files, imports, canaries, runs, losses }

export { createDraw } from './draw.ts'
