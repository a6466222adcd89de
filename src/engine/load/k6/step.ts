import type { Step } from '#engine/project/format/schema.ts'
import type { Transfer } from '#engine/steps/data-transfer/schema.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { checksCode } from './check.ts'
import { callOf, listCode, objectOf, quote, type Code } from './code.ts'
import { jwtCode } from './jwt.ts'
import type { LookedAt } from './checked-request.ts'
import { NoCounterpart } from './no-counterpart.ts'
import { authenticateCode } from './oauth2.ts'
import { lookedAtBy, requestCode, secondsCode } from './request.ts'
import { scopeCode, type Script } from './script.ts'
import { sourceCode } from './sources.ts'
import { k6Texts as texts } from './texts.ts'
import { deepCode, patternCode } from './values.ts'

/** What a step looks at: the constant with the response, and the request that it answers. */
interface Sight {
  answer: string
  request: LookedAt | undefined
}

type Writer<K extends Step['kind']> = (step: Extract<Step, { kind: K }>, sight: Sight, script: Script) => Code

const unknown = (step: Step): never => {
  throw new NoCounterpart(texts.kind(factsOf(step).title))
}

/** How each kind of step is said in a script, as an expression. */
const writers: { [K in Step['kind']]: Writer<K> } = {
  oauth2: (step, _sight, script) => authenticateCode(step, script),
  'send-request'(step, _sight, script) {
    if (!step.until) return requestCode(step, script)
    const { every, atMost, checks } = step.until
    const times = objectOf([
      ['every', every === 1 ? undefined : String(every)],
      ['atMost', atMost === 30 ? undefined : String(atMost)],
    ])
    const send: Code = ['() => ', requestCode(step, script)]
    return callOf(script.use('until'), times, send, checksCode(checks, lookedAtBy(step, script), script))
  },
  assertion: (step, { answer, request }, script) =>
    callOf(script.use('expect'), answer, checksCode(step.checks, request, script)),
  'data-transfer': (step, { answer }, script) =>
    callOf(
      script.use('transfer'),
      listCode(
        step.transfers.map((one) => transferCode(one, answer, script)),
        true,
      ),
    ),
  jwt: (step, _sight, script) => jwtCode(step, script),
  wait: ({ seconds }, _sight, script) => `${script.useK6('sleep')}(${secondsCode(seconds, script)})`,
  script: unknown,
  sql() {
    throw new NoCounterpart(texts.sql)
  },
  'loop-start': unknown,
  'loop-end': unknown,
}

/** A step as an expression. Throws NoCounterpart if k6 can't do it. */
export const stepCode = (step: Step, sight: Sight, script: Script): Code =>
  (writers[step.kind] as (step: Step, sight: Sight, script: Script) => Code)(step, sight, script)

function transferCode(transfer: Transfer, answer: string, script: Script): Code {
  const { to, scope, match } = transfer
  const found = sourceCode(transfer, script).replace(/\banswer\b/, answer)
  const value = match === undefined ? found : `${script.use('capture')}(${found}, ${patternCode(match, script)})`
  script.use('Unreadable')
  return objectOf([
    ['to', quote(to)],
    ['scope', scope === 'TestCase' ? undefined : scopeCode(scope)],
    ['value', `() => ${value}`],
    ['otherwise', transfer.default === undefined ? undefined : ['() => ', inBrackets(deepCode(transfer.default, script))]],
  ])
}

/** An object behind an arrow would be read as a block. */
const inBrackets = (code: Code): Code =>
  typeof code === 'object' && 'open' in code && code.open === '{' ? ['(', code, ')'] : code
