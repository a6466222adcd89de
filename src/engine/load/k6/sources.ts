import type { SourceName } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'
import { quote } from './code.ts'
import { segmentsOf } from './json-path.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

type SourceWriter = (source: Source, script: Script) => string

const none: SourceWriter = ({ source }) => {
  throw new NoCounterpart(texts.source(source))
}
const noRows: SourceWriter = () => {
  throw new NoCounterpart(texts.sql)
}

/** What each source yields of `answer`; undefined for nothing. */
const sources: Readonly<Record<SourceName, SourceWriter>> = {
  status: () => 'answer.status',
  duration: () => 'answer.duration',
  text: () => 'answer.text',
  size: (_, script) => `${script.use('sizeOf')}(answer)`,
  header: ({ name = '' }, script) => `${script.use('headerOf')}(answer, ${quote(name)})`,
  cookie: ({ name = '' }, script) =>
    `${script.use(script.project.cookies === undefined ? 'cookieOf' : 'cookieInJar')}(answer, ${quote(name)})`,
  json: ({ path = '' }, script) => `${script.use('jsonAt')}(${['answer', ...segmentsOf(path, script)].join(', ')})`,
  body: (_, script) => `${script.use('bodyOf')}(answer)`,
  variable: ({ name = '' }, script) => `${script.use('variable')}(${quote(name)})`,
  xml: none,
  'row-count': noRows,
  cell: noRows,
  response: none,
}

/** What a source yields; undefined for nothing. */
export const sourceCode = (source: Source, script: Script): string => sources[source.source](source, script)
