import type { StepFacts } from '../step-facts.ts'
import { code, words } from '../summary.ts'
import type { ScriptStep } from './schema.ts'

/** Script: JavaScript that sets variables and makes checks. */
export const scriptFacts: StepFacts<ScriptStep> = {
  title: 'Script',
  newName: 'Script',
  refers: { step: 'step' },
  refersAhead: true,
  summary({ code: text }) {
    // Imported scripts of Bruno are in one `try`.
    const first = text.split('\n').find((line) => !/^\s*(\/\/.*|try \{\s*)?$/.test(line))
    return first === undefined ? [words('no code yet')] : [code(first.trim())]
  },
  writes: ({ code: text }) => namesIn(text, setters).map((name) => ({ name, scope: 'Project', place: ['code'] })),
  readsVariables: ({ code: text }) => namesIn(text, getters),
  readsResult: ({ code: text }) => /\b(response|res|responseBody|responseCode)\b/.test(text),
}

const setters =
  /\b(?:set|setVar|setEnvVar|setGlobalEnvVar|setEnvironmentVariable|setGlobalVariable)\(\s*(['"`])([A-Za-z_][\w.-]*)\1/g
const getters =
  /\b(?:variables|environment|globals|collectionVariables|baseEnvironment|bru)\.(?:get|getVar|getEnvVar|getGlobalEnvVar)\(\s*(['"`])([A-Za-z_][\w.-]*)\1/g

/** The names that a script uses as literals: what can be found without running it. */
const namesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, , name]) => name ?? [])),
]

/** The code with another name for a variable that it reads; undefined: it doesn't read it. */
export function renameRead(code: string, from: string, to: string): string | undefined {
  const isPart = (name: string) => name === from || name.startsWith(`${from}.`)
  if (!namesIn(code, getters).some(isPart)) return undefined
  return code.replaceAll(getters, (call: string, _quote: string, name: string) => {
    const at = call.length - 1 - name.length
    return isPart(name) ? call.slice(0, at) + to + call.slice(at + from.length) : call
  })
}

/** Whether a step is a script. */
export const isScriptStep = (step: { kind: string } | undefined): step is ScriptStep => step?.kind === 'script'
