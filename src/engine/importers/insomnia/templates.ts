import type { Draft } from '../draft.ts'
import { dynamicVariable } from '../dynamic-variables.ts'
import { convertTemplate } from '../templates.ts'
import { texts } from '../texts.ts'

/** Makes templates of Insomnia's: variables `{{ _.name }}` and tags `{% uuid %}`. */
export type Convert = (text: string, where?: string) => string

const pattern = /\{\{\s*([^{}]*?)\s*\}\}|\{%\s*([\s\S]*?)\s*%\}/g

/** See {@link Convert}. */
export function insomniaTemplates(draft: Draft): Convert {
  const tag = (text: string, where: string): string | undefined => {
    const [name = '', ...words] = text.split(/\s+/)
    const argument = words.join(' ').split(',')[0]?.replace(/^'|'$/g, '').trim() ?? ''
    if (name === 'uuid') return '${uuid}'
    if (name === 'timestamp') return '${now.millis}'
    if (name === 'now')
      return argument.startsWith('millis') ? '${now.millis}' : argument.startsWith('unix') ? '${now.unix}' : '${now.iso}'
    const found = name === 'faker' ? (dynamicVariable(argument) ?? dynamicVariable(`random${argument}`)) : undefined
    if (found === undefined) draft.leaveOut(where, texts.tag(`{% ${text.slice(0, 60)} %}`))
    return found
  }
  return (text, where = '') =>
    convertTemplate(text, pattern, ([, name, tagged]) => {
      if (tagged !== undefined) return tag(tagged, where)
      // Filters (`| lower`) have no counterpart; the variable stays.
      const [plain = ''] = (name ?? '').split('|')
      const wanted = plain
        .trim()
        .replace(/^_\./, '')
        .replace(/^_\['(.*)'\]$/, '$1')
      return wanted === '' ? undefined : `\${${draft.variableName(wanted)}}`
    })
}
