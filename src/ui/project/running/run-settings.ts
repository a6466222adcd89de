import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { runSettingsTexts as t } from './run-settings-texts.ts'

/** What a run can be given beside the environment and what of the project is run; the same as options of `assay run`. */
export type RunSettings = Pick<RunOptions, 'seed' | 'retry' | 'workers' | 'timeout' | 'bail' | 'variables'>

/** {@link RunSettings} as they are typed: what is left empty is as in any run. */
export interface TypedSettings {
  seed: string
  retry: string
  workers: string
  /** Seconds. */
  timeout: string
  bail: boolean
  /** A line for each: `name=value`. */
  variables: string
}

/** Nothing typed. */
export const noSettings: TypedSettings = { seed: '', retry: '', workers: '', timeout: '', bail: false, variables: '' }

/** What is wrong, by the field. */
export type SettingsProblems = { [field in keyof TypedSettings]?: string }

/** Reads what was typed, by the rules of `assay run`. */
export function readRunSettings(typed: TypedSettings): { settings: RunSettings; problems: SettingsProblems } {
  const settings: RunSettings = typed.bail ? { bail: true } : {}
  const problems: SettingsProblems = {}
  const whole = (field: 'seed' | 'retry' | 'workers', least: number) => {
    const text = typed[field].trim()
    if (text === '') return
    const value = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) settings[field] = value
    else problems[field] = t.whole(least)
  }
  whole('seed', 0)
  whole('retry', 0)
  whole('workers', 1)
  const seconds = typed.timeout.trim()
  if (/^\d+(\.\d+)?$/.test(seconds) && Number(seconds) > 0) settings.timeout = Number(seconds) * 1000
  else if (seconds !== '') problems.timeout = t.seconds
  const lines = typed.variables.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf('=')
    return [(at < 0 ? line : line.slice(0, at)).trim(), line.slice(at + 1)]
  })
  const wrong = lines.findIndex((line, index) => !line.includes('=') || !isVariableName(pairs[index]?.[0] ?? ''))
  // The line itself may hold a secret.
  if (wrong >= 0) problems.variables = t.variable(wrong + 1)
  else if (pairs.length > 0) settings.variables = Object.fromEntries(pairs)
  return { settings, problems }
}
