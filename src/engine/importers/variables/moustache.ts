import type { Draft } from '../draft.ts'
import { dynamicVariable } from './dynamic-variables.ts'
import { convertTemplate } from './templates.ts'
import { importerTexts as texts } from '../texts.ts'

/** Makes templates of texts with `{{name}}`. */
export type Convert = (text: string, where?: string) => string

const placeholder = /\{\{([^{}]*)\}\}/g

/** `{{name}}`, or what `pattern` finds, as `${name}` under its legal name, `{{$guid}}` as the function for it (Postman, Bruno, Hoppscotch). */
export function moustache(draft: Draft, pattern = placeholder): Convert {
  return (text, where = '') =>
    convertTemplate(text, pattern, ([, inner = '']) => {
      const name = inner.trim()
      if (name === '') return undefined
      if (!name.startsWith('$')) {
        const environment = /^process\.env\.(.+)$/.exec(name)?.[1]
        const reference = `\${${draft.variableName(environment ?? name)}}`
        // What a tool reads from its own environment or vault is kept out of files there, and here.
        if (environment !== undefined || name.startsWith('vault:')) draft.sensitive(reference)
        return reference
      }
      const found = dynamicVariable(name)
      if (found !== undefined) return found
      if (!/^\$random/i.test(name)) return undefined
      draft.leaveOut(where, texts.dynamic(name))
      return '${random.word}'
    })
}
