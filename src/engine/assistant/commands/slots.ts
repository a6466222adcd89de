import { sendable, shapeOf, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { type OperationRole } from '#engine/case-builder/operation-role.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import type { Attachment } from '../turn.ts'
import type { Token } from './tokens.ts'

/** What slots are resolved against. */
export interface SlotContext {
  project: Project
  index: ProjectIndex
  files: readonly Attachment[]
  designs: readonly string[]
}

/** What a slot may mean: each with the values that it gives to the form's fields. Several: the user has to choose. */
export interface Meaning {
  label: string
  value: string
  /** Of other fields: what kind of thing it is. */
  more?: Readonly<Record<string, string>>
}

type Resolve = (tokens: readonly Token[], context: SlotContext) => Meaning[]

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ')
const alone = (value: string | undefined): Meaning[] => (value === undefined ? [] : [{ label: value, value }])
/** The one token of a slot, where `test` holds. */
const single =
  (test: (token: Token) => boolean): Resolve =>
  ([token, more]) =>
    token && !more && test(token) ? alone(token.text) : []

const articles = new Set(
  'a an the one another new all any ein eine einen einer eines der die das den dem un una el la los las une le les des du l’ l 一 个 个 条 一个'.split(
    ' ',
  ),
)

/** Words without articles before them. */
function bare(tokens: readonly Token[]): readonly Token[] {
  let at = 0
  while (at < tokens.length - 1 && !tokens[at]?.quoted && articles.has(tokens[at]?.text.toLowerCase() ?? '')) at++
  return tokens.slice(at)
}

/** Stems of all words; names stay as they are written otherwise. */
const stems = (text: string): string =>
  wordsOf(text)
    .filter((word) => !articles.has(word))
    .map(stemOf)
    .join(' ')

const operation = ({ name }: KnownOperation): Meaning => ({ label: name, value: name })

/** Operations with a role whose thing has exactly this name. */
const ofThing = (noun: string, role: OperationRole, { index }: SlotContext): KnownOperation[] =>
  noun === '' ? [] : index.operations.filter((one) => one.role === role && one.resource === noun)

const things: Resolve = (tokens, context) => ofThing(stems(textOf(bare(tokens))), 'create', context).map(operation)

/** Verbs that say a role where no title does, by their stems. */
const verbs: Readonly<Record<string, readonly OperationRole[]>> = {
  creat: ['create'],
  add: ['create'],
  get: ['read'],
  read: ['read'],
  fetch: ['read'],
  list: ['list'],
  updat: ['update'],
  chang: ['update'],
  delet: ['delete'],
  remov: ['delete'],
}

const operations: Resolve = (tokens, context) => {
  const { index } = context
  const [method, path, more] = tokens
  const text = textOf(tokens)
  if (method && path && !more && path.text.startsWith('/')) {
    const known = index.operation(`${method.text.toUpperCase()} ${path.text}`)
    if (known) return [operation(known)]
    return index.operations
      .filter((one) => one.method === method.text.toUpperCase() && shapeOf(one.path) === shapeOf(path.text))
      .map(operation)
  }
  const byId = index.operations.filter((one) => one.api?.key === text)
  if (byId.length > 0) return byId.map(operation)
  const wanted = stems(text)
  const titled = index.operations.filter((one) => wanted !== '' && stems(one.title) === wanted)
  if (titled.length > 0) return titled.map(operation)
  const [verb = '', ...noun] = wanted.split(' ')
  return (verbs[verb] ?? []).flatMap((role) => ofThing(noun.join(' '), role, context)).map(operation)
}

/** Things of exactly this name. */
const named =
  (of: string, list: (project: Project) => readonly { id: string; name: string; place?: string }[]): Resolve =>
  (tokens, { project }) => {
    const wanted = textOf(tokens).toLowerCase()
    const found = list(project).filter(({ name }) => name.toLowerCase() === wanted)
    return found.map(({ id, name, place }) => ({
      label: place === undefined ? name : `${name} (${place})`,
      value: found.length === 1 ? name : id,
      more: { of },
    }))
  }

const suites = named('suite', ({ suites: all }) => all)
const cases = named('case', ({ suites: all }) =>
  all.flatMap((suite) => suite.cases.map(({ id, name }) => ({ id, name, place: suite.name }))),
)
const environments = named('environment', ({ environments: all }) => all)

/** Where a variable is: it is set there, and nowhere else. */
const variables: Resolve = ([token, more], { project }) => {
  if (!token || more) return []
  const name = token.text.replace(/^\$\{(.+)\}$/, '$1')
  const places = [
    ...(project.variables.some((one) => one.name === name) ? [{ label: project.name, environment: '' }] : []),
    ...project.environments.flatMap((one) =>
      one.variables.some((variable) => variable.name === name) ? [{ label: one.name, environment: one.id }] : [],
    ),
  ]
  return places.map(({ label, environment }) => ({
    label: `${name} (${label})`,
    value: name,
    ...(environment === '' ? {} : { more: { environment } }),
  }))
}

const units: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    's sec secs second seconds sekunde sekunden segundo segundos seconde secondes 秒'.split(' ').map((unit) => [unit, 1]),
  ),
  ...Object.fromEntries('m min mins minute minutes minuten minuto minutos 分钟'.split(' ').map((unit) => [unit, 60])),
  ...Object.fromEntries('h hour hours stunde stunden hora horas heure heures 小时'.split(' ').map((unit) => [unit, 3_600])),
}

/** `30 s`, `2min`, `a minute` in seconds. */
const duration: Resolve = (tokens) => {
  const text = textOf(tokens).toLowerCase()
  const [, count = '', unit = ''] = /^(\d+|an?|one|eine?|un[ae]?)\s*([\p{L} ]+)$/u.exec(text) ?? []
  const seconds = units[unit.replaceAll(' ', '')]
  return seconds === undefined ? [] : alone(String((/^\d/.test(count) ? Number(count) : 1) * seconds))
}

const isValue = ({ text, quoted }: Token): boolean => quoted || /[^\p{L}'’?-]/u.test(text) || /^(?:true|false)$/.test(text)

/** `quantity 3 and sku A-1`, `quantity=3` as lines of a form. */
const pairs: Resolve = (tokens) => {
  const lines: string[] = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token || token.quoted) return []
    const [, joined, own] = /^([\w.[\]-]+)=(.+)$/.exec(token.text) ?? []
    if (joined !== undefined) {
      lines.push(`${joined}=${own}`)
      at++
    } else {
      const isSet = /^(?:=|:|to|of)$/.test(tokens[at + 1]?.text ?? '')
      const value = tokens[at + (isSet ? 2 : 1)]
      if (!/^[A-Za-z_][\w.[\]-]*$/.test(token.text) || !value || !isValue(value)) return []
      lines.push(`${token.text}=${value.text}`)
      at += isSet ? 3 : 2
    }
    if (at < tokens.length && /^(?:and|und|y|et|和)$/.test(tokens[at]?.text ?? '')) {
      at++
      if (at === tokens.length) return []
    }
  }
  return alone(lines.join('\n'))
}

/** What may be in a slot, by its type. */
export const slotTypes: Readonly<Record<string, Resolve>> = {
  thing: things,
  operation: operations,
  case: cases,
  suite: suites,
  environment: environments,
  // A case and a suite of one name: both by id.
  target: (tokens, context) => {
    const both = [cases, suites].map((of) => of(tokens, context))
    return both.every((all) => all.length > 0)
      ? both.flatMap((all) => all.map((one) => ({ ...one, label: `${one.label}, ${one.more?.['of'] ?? ''}` })))
      : both.flat()
  },
  variable: variables,
  design: (tokens, { designs }) => alone(designs.find((id) => id.toLowerCase() === textOf(tokens).toLowerCase())),
  file: (tokens, { files }) => alone(files.find(({ name }) => name === textOf(tokens))?.name),
  number: single(({ text, quoted }) => !quoted && /^\d+$/.test(text)),
  way: ([token, more]) => (token && !more ? alone(/^(\d)-(?:way|fach|wise)$/i.exec(token.text)?.[1]) : []),
  status: single(({ text, quoted }) => !quoted && /^[1-5]\d\d$/.test(text)),
  duration,
  name: single(({ text, quoted }) => quoted || /^[\p{L}\p{N}_.-]+$/u.test(text)),
  // What isn't called a name is one by its capitals or signs only: "add a suite please".
  title: (tokens) =>
    tokens.every(({ text, quoted }) => (quoted ? tokens.length === 1 : /^[\p{Lu}\p{N}]/u.test(text)))
      ? alone(textOf(tokens))
      : [],
  identifier: single(({ text, quoted }) => !quoted && isVariableName(text)),
  field: single(({ text, quoted }) => quoted || /^[A-Za-z_][\w.[\]-]*$/.test(text)),
  fields: (tokens) =>
    tokens.every(({ text, quoted }) => !quoted && /^[A-Za-z_][\w.[\]-]*$/.test(text))
      ? alone(
          tokens
            .map(({ text }) => text)
            .filter((text) => !/^(?:and|und|y|et)$/.test(text))
            .join(', '),
        )
      : [],
  value: single(isValue),
  header: single(({ text, quoted }) => quoted || /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/.test(text)),
  path: single(({ text }) => text.startsWith('$')),
  url: single(({ text }) => /^https?:\/\//.test(text) && URL.canParse(text)),
  pairs,
}

/** Names of an operation's members and parameters. */
export const fieldNames = ({ index }: SlotContext, name: string): ReadonlySet<string> => {
  const known = index.operation(name)
  return new Set(known ? sendable(known).flatMap(({ name: one, key = one }) => [one, key]) : [])
}
