import type { Draft } from '../draft.ts'
import { dynamicVariable } from '../variables/dynamic-variables.ts'
import type { ResponseReferences } from '../response-references.ts'
import { convertTemplate } from '../variables/templates.ts'
import { importerTexts as texts } from '../texts.ts'

/** Makes templates of `{{name}}`. */
export type Convert = (text: string, where?: string) => string

const answer = /^([\w-]+)\.response\.(body|headers)\.?(.*)$/

/** Variables, dynamic ones, and references to answers, which are asked of `answers` by the request's name. */
export function httpTemplates(draft: Draft, answers: ResponseReferences): Convert {
  return (text, where = '') =>
    convertTemplate(text, /\{\{([^{}]*)\}\}/g, ([, inner = '']) => {
      const name = inner.trim().replace(/^%/, '')
      const [, request, part, path = ''] = answer.exec(name) ?? []
      if (request !== undefined) return answers.reference(request, { part: part === 'headers' ? 'headers' : 'body', path })
      if (!name.startsWith('$')) return name === '' ? undefined : `\${${draft.variableName(name)}}`
      return dynamic(name, draft, where)
    })
}

function dynamic(text: string, draft: Draft, where: string): string | undefined {
  const [name = '', ...words] = text.split(/\s+/)
  if (/^\$(processEnv|dotenv)$/.test(name) || name.startsWith('$env.')) {
    const reference = `\${${draft.variableName((words.at(-1) ?? name.slice(5)).replace(/^%/, ''))}}`
    draft.sensitive(reference)
    return reference
  }
  const moment = momentOf(name, words)
  if (moment !== undefined) {
    if (moment.told) draft.leaveOut(where, texts.dateFormat(`{{${text}}}`))
    return moment.reference
  }
  const [from, to] = words.map(Number)
  if (name === '$randomInt' && Number.isInteger(from) && Number.isInteger(to)) return `\${random.int(${from},${(to ?? 0) - 1})}`
  const range = /^\$random\.(integer|float)\((-?\d+),\s*(-?\d+)\)$/.exec(text)
  if (range !== null) return `\${random.${range[1] === 'float' ? 'float' : 'int'}(${range[2]},${range[3]})}`
  const letters = /^\$random\.(alphabetic|alphanumeric|hexadecimal)\((\d+)\)$/.exec(text)
  if (letters !== null) return lettersOf(letters[1] ?? '', letters[2] ?? '')
  const found = dynamicVariable(name.replace(/^\$random\./, '$random'))
  if (found === undefined) draft.leaveOut(where, texts.tag(`{{${text}}}`))
  return found
}

const lettersOf = (kind: string, count: string): string =>
  kind === 'alphabetic' ? `\${random.regex('[a-z]{${count}}')}` : `\${random.${kind === 'hexadecimal' ? 'hex' : kind}(${count})}`

/** Units of VS Code; months and years are counted in days. */
const units: Readonly<Record<string, [number, string]>> = {
  y: [365, 'd'],
  M: [30, 'd'],
  w: [1, 'w'],
  d: [1, 'd'],
  h: [1, 'h'],
  m: [1, 'm'],
  s: [1, 's'],
}

/** `$timestamp [offset unit]` and `$datetime rfc1123|iso8601|"format" [offset unit]`; `told`: it is written in another way there. */
function momentOf(name: string, words: readonly string[]): { reference: string; told: boolean } | undefined {
  if (!/^\$(timestamp|datetime|localDatetime)$/.test(name)) return undefined
  const [, format = '', amount, unit = ''] = /^(.*?)\s*(?:(-?\d+)\s+(\w+))?$/.exec(words.join(' ')) ?? []
  const [times = 0, of = ''] = units[unit] ?? []
  const offset = amount === undefined || times === 0 ? '' : `(${Number(amount) < 0 ? '' : '+'}${Number(amount) * times}${of})`
  if (name === '$timestamp') return { reference: `\${now.unix${offset}}`, told: false }
  const isDay = /^["']YYYY-MM-DD["']$/.test(format)
  return { reference: `\${now.${isDay ? 'date' : 'iso'}${offset}}`, told: !isDay && !/^(iso8601)?$/.test(format) }
}
