import { quote } from '#engine/load/k6/code.ts'
import { NoCounterpart } from '#engine/load/k6/no-counterpart.ts'
import { lookedAtBy } from '#engine/load/k6/request.ts'
import { Script } from '#engine/load/k6/script.ts'
import type { Step, Variable } from '#engine/project/format/schema.ts'
import { withoutExportedNote } from '#engine/scripting/exported-note.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'
import { asksAnswer } from '#engine/steps/conditions/condition-reads.ts'
import { isDataTransferStep } from '#engine/steps/data-transfer/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { isScriptStep } from '#engine/steps/script/facts.ts'
import type { ScriptStep } from '#engine/steps/script/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isWaitStep } from '#engine/steps/wait/facts.ts'
import type { RequestGroup } from '../request-groups.ts'
import { tokenMembersSent, tokenRequest } from '../token-request.ts'
import { postmanRequest, postmanUrl, type PostmanJson } from './request.ts'
import { PostmanScript, setCode, testCode, type ScriptPlace } from './script.ts'
import { hasFunction, PostmanTexts } from './templates.ts'
import { postmanExportTexts as texts } from './texts.ts'

/** Start values that a script gives before the first request of what they belong to. */
export type StartValues = readonly { level: 'project' | 'suite' | 'case'; variables: readonly Variable[] }[]

/** An item of the collection: a request with its scripts. */
export function itemOf(group: RequestGroup, start: StartValues, place: ScriptPlace): PostmanJson {
  const { owner, before, after } = group
  const { where, omissions } = place
  const converted = new PostmanTexts(where, omissions)
  const request = isOAuth2Step(owner) ? requestOfToken(owner, converted) : postmanRequest(owner, converted, where, omissions)
  const events = [
    eventOf('prerequest', prerequest(owner, before, start, converted, place)),
    eventOf('test', isOAuth2Step(owner) ? tokenTest(owner, after, place) : testScript(owner, after, place)),
  ].flatMap((event) => event ?? [])
  const behaviour: PostmanJson = isOAuth2Step(owner)
    ? {}
    : {
        ...(owner.followRedirects ? {} : { followRedirects: false }),
        ...(owner.body.type !== 'none' && /^(get|head|copy|purge|unlock)$/i.test(owner.method.trim())
          ? { disableBodyPruning: true }
          : {}),
      }
  return {
    name: owner.name,
    ...(Object.keys(behaviour).length > 0 ? { protocolProfileBehavior: behaviour } : {}),
    ...(events.length > 0 ? { event: events } : {}),
    request,
  }
}

const eventOf = (listen: string, code: string | undefined): PostmanJson | undefined =>
  code === undefined ? undefined : { listen, script: { type: 'text/javascript', exec: code.split('\n') } }

function requestOfToken(step: OAuth2Step, converted: PostmanTexts): PostmanJson {
  const { url, fields, basic } = tokenRequest(step)
  const convert = (text: string): string => converted.convert(text)
  return {
    method: 'POST',
    ...(step.description === '' ? {} : { description: step.description }),
    header: [],
    auth: basic
      ? {
          type: 'basic',
          basic: [
            { key: 'username', value: convert(basic.user), type: 'string' },
            { key: 'password', value: convert(basic.password), type: 'string' },
          ],
        }
      : { type: 'noauth' },
    body: {
      mode: 'urlencoded',
      urlencoded: fields.map(({ name, value }) => ({ key: name, value: convert(value), type: 'text' })),
    },
    url: postmanUrl({ url: url ?? `\${${endpointVariable(step)}}`, query: [] }, convert),
  }
}

const endpointVariable = ({ variableName }: OAuth2Step): string => `${variableName}.token_endpoint`

function prerequest(
  owner: RequestGroup['owner'],
  before: readonly Step[],
  start: StartValues,
  converted: PostmanTexts,
  place: ScriptPlace,
): string | undefined {
  const script = new PostmanScript(place)
  addStart(script, start, place)
  for (const step of before) {
    if (isWaitStep(step)) {
      script.add(`setTimeout(() => {}, ${waitCode(step.seconds, place)})`)
      script.keepStep(step, owner.id)
    } else if (isScriptStep(step)) addScriptStep(script, step, owner.id, place, false)
  }
  for (const [name, { template, json }] of converted.made) {
    try {
      const value = script.typed(template)
      script.add(`pm.variables.set(${quote(name)}, ${json ? `JSON.stringify(${value})` : value})`)
    } catch (thrown) {
      if (!(thrown instanceof NoCounterpart)) throw thrown
      place.omissions.add(place.where, texts.value(template))
    }
  }
  if (converted.made.size > 0) {
    script.note('made', Object.fromEntries([...converted.made].map(([name, { template }]) => [name, template])))
    if ([...converted.made.values()].some(({ json }) => json)) script.note('json', true)
  }
  if (isOAuth2Step(owner)) addDiscovery(script, owner, converted)
  addCondition(script, owner, place)
  return script.text()
}

function addStart(script: PostmanScript, start: StartValues, place: ScriptPlace): void {
  const noted: Record<string, [string, Variable['value']][]> = {}
  for (const { level, variables } of start) {
    for (const { name, value } of variables) {
      if (typeof value === 'object') continue
      const texted = new PostmanTexts(place.where, place.omissions)
      if (typeof value !== 'string') script.add(setCode(name, String(value), place))
      else if (!value.includes('${')) script.add(setCode(name, quote(value), place))
      else {
        const converted = texted.convert(value)
        try {
          script.add(
            setCode(name, texted.made.size > 0 ? script.typed(value) : `pm.variables.replaceIn(${quote(converted)})`, place),
          )
        } catch (thrown) {
          if (!(thrown instanceof NoCounterpart)) throw thrown
          place.omissions.add(place.where, texts.value(value))
        }
      }
      ;(noted[level] ??= []).push([name, value])
    }
  }
  if (Object.keys(noted).length > 0) script.note('start', noted)
}

/** Seconds as milliseconds. */
const waitCode = (seconds: number | string, place: ScriptPlace): string =>
  typeof seconds === 'number'
    ? String(Math.round(seconds * 1000))
    : `Number(pm.variables.replaceIn(${quote(new PostmanTexts(place.where, place.omissions).convert(seconds))})) * 1000`

/** Objects of Script steps that Postman doesn't have. */
const notPostman = /\b(?:bru|req|res|secrets|replaceIn|axios)\s*[.(]/

/** A script as it is, in a block of its own beside others: two of them may declare the same names. */
function addScriptStep(
  script: PostmanScript,
  step: ScriptStep,
  own: string,
  { where, omissions }: ScriptPlace,
  alone: boolean,
): void {
  const code = withoutExportedNote(step.code)
  if (notPostman.test(code.replaceAll(/pm\.variables\.replaceIn/g, ''))) {
    omissions.add(where, texts.script)
    return
  }
  const names = ['response', 'variables', 'test', 'expect'].filter((name) =>
    new RegExp(`(?<![.\\w$'"])${name}\\s*[.(]`).test(code),
  )
  const isDeclared = (name: string): boolean => new RegExp(`\\b(?:const|let|var|function)\\s+${name}\\b`).test(code)
  const objects = { response: 'pm.response', variables: 'pm.collectionVariables', test: 'pm.test', expect: 'pm.expect' }
  const lines = Object.entries(objects).flatMap(([name, value]) =>
    names.includes(name) && !isDeclared(name) ? [`const ${name} = ${value}`] : [],
  )
  script.add(...(lines.length > 0 || !alone ? ['{', ...lines, code, '}'] : [code]))
  script.keepStep(step, own)
}

/** The token endpoint is read once more at each token: the metadata may say another one. */
function addDiscovery(script: PostmanScript, step: OAuth2Step, converted: PostmanTexts): void {
  const { url, discovery } = tokenRequest(step)
  if (url !== undefined) return
  script.add(
    `// ${texts.token}`,
    `pm.sendRequest(pm.variables.replaceIn(${quote(converted.convert(discovery))}), (error, response) => {`,
    `  pm.collectionVariables.set(${quote(endpointVariable(step))}, response.json().token_endpoint)`,
    '})',
  )
}

function addCondition(script: PostmanScript, { onlyIf }: Step, { where, omissions }: ScriptPlace): void {
  if (onlyIf === undefined) return
  try {
    if (onlyIf.some(asksAnswer)) throw new NoCounterpart('')
    script.add(`if (!(${script.condition(onlyIf, undefined)})) pm.execution.skipRequest()`)
    script.note('onlyIf', onlyIf)
  } catch (thrown) {
    if (!(thrown instanceof NoCounterpart)) throw thrown
    omissions.add(where, texts.condition)
  }
}

function testScript(owner: SendRequestStep, after: readonly Step[], place: ScriptPlace): string | undefined {
  const script = new PostmanScript(place)
  addAfter(script, owner.id, after, lookedAtBy(owner, new Script(place.project, place.environment)), place)
  return script.text()
}

function tokenTest(step: OAuth2Step, after: readonly Step[], place: ScriptPlace): string | undefined {
  const script = new PostmanScript(place)
  const { variableName } = step
  script.add(
    testCode(step.name, [
      'const token = pm.response.json()',
      "pm.expect(token.access_token).to.be.a('string')",
      setCode(variableName, 'token.access_token', place),
      `for (const member of [${tokenMembersSent.map(quote).join(', ')}])`,
      `  if (member in token) pm.collectionVariables.set(${quote(`${variableName}.`)} + member, token[member])`,
    ]),
  )
  script.keepStep(step, step.id)
  script.note(
    'secrets',
    tokenRequest(step).secrets.map(({ name }) => name),
  )
  addAfter(script, step.id, after, undefined, place)
  return script.text()
}

function addAfter(
  script: PostmanScript,
  own: string,
  after: readonly Step[],
  request: ReturnType<typeof lookedAtBy> | undefined,
  place: ScriptPlace,
): void {
  for (const step of after) {
    if (isAssertionStep(step)) {
      script.assertion(step, request)
      script.keepStep(step, own)
    } else if (isDataTransferStep(step)) {
      script.transfer(step, request)
      script.keepStep(step, own)
    } else if (isScriptStep(step)) addScriptStep(script, step, own, place, after.length === 1)
  }
}

/** Whether the start value of a variable is a text that a script has to make, once. */
export const isDrawn = ({ value }: Variable): boolean => typeof value === 'string' && hasFunction(value)
