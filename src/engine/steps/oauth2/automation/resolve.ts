import { AssayError } from '#engine/base/errors.ts'
import type { LoginAction, LoginScript, LoginTarget, TypedValue } from '#engine/ports/index.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import { inField } from '../../field-error.ts'
import type { RunContext } from '../../step-kind.ts'
import type { Action, Automation, Target, Typed } from './schema.ts'
import { automationTexts as texts } from './texts.ts'

/** A string that is typed. What the vault gives is masked from here on, and is distinguished from a string that isn't secret. */
async function typedValue(context: RunContext, value: Typed | undefined): Promise<TypedValue> {
  const { variables, ports, redactor } = context
  const text = await resolveSecret(value, variables, ports.secrets, redactor)
  if (typeof value === 'object') return { text, secret: value.secret }
  // A variable may hold a secret, which the redactor knows by now.
  return text !== '' && redactor.mask(text) !== text ? { text, secret: redactor.mask(text) } : { text }
}

async function resolveTarget({ variables }: RunContext, target: Target): Promise<LoginTarget> {
  const resolved: LoginTarget = { exact: target.exact }
  for (const key of ['role', 'name', 'label', 'placeholder', 'testId', 'text', 'css'] as const) {
    const template = target[key]
    if (template !== undefined) resolved[key] = await variables.resolve(template)
  }
  return resolved
}

async function pageAddress({ variables }: RunContext, template: string): Promise<string> {
  const url = (await variables.resolve(template)).trim()
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url))
    throw new AssayError('oauth-settings', texts.badUrl(url), { hint: texts.badUrlHint })
  return url
}

async function resolveAction(context: RunContext, action: Action, path: string): Promise<LoginAction> {
  const { variables } = context
  const target = (at: Target) => resolveTarget(context, at)
  switch (action.do) {
    case 'goto':
      return { do: action.do, url: await pageAddress(context, action.url) }
    case 'fill':
      return { ...action, at: await target(action.at), value: await typedValue(context, action.value) }
    case 'click':
    case 'check':
    case 'user-code':
      return { ...action, at: await target(action.at) }
    case 'select':
      return { ...action, at: await target(action.at), value: await variables.resolve(action.value) }
    case 'press': {
      const { at, ...rest } = action
      return { ...rest, key: await variables.resolve(action.key), ...(at ? { at: await target(at) } : {}) }
    }
    case 'wait-for': {
      const { at, url, ...rest } = action
      return {
        ...rest,
        ...(at ? { at: await target(at) } : {}),
        ...(url === undefined ? {} : { url: await variables.resolve(url) }),
      }
    }
    case 'if-visible':
      return {
        ...action,
        at: await target(action.at),
        // oxlint-disable-next-line unicorn/no-thenable -- a list of actions, not a function
        then: await resolveActions(context, action.then, `${path} then `),
        else: await resolveActions(context, action.else, `${path} else `),
      }
    case 'totp':
      return { ...action, at: await target(action.at), key: await typedValue(context, action.key) }
    case 'screenshot':
      return { do: action.do, name: await variables.resolve(action.name) }
    case 'code': {
      const values: { name: string; value: TypedValue }[] = []
      for (const { name, value } of action.values) values.push({ name, value: await typedValue(context, value) })
      return { ...action, values }
    }
  }
}

async function resolveActions(context: RunContext, actions: readonly Action[], before = ''): Promise<LoginAction[]> {
  const resolved: LoginAction[] = []
  for (const [index, action] of actions.entries()) {
    const path = `${before}${index + 1}`
    resolved.push(await inField(texts.field(path), resolveAction(context, action, path)))
  }
  return resolved
}

/** A script with its templates resolved and its secrets read; the redactor knows them from here on. */
export async function resolveScript(context: RunContext, automation: Automation): Promise<LoginScript> {
  const redirectUri = (await inField('Redirect URI', context.variables.resolve(automation.redirectUri))).trim()
  return {
    headless: automation.headless,
    ...(redirectUri === '' ? {} : { redirectUri }),
    actions: await resolveActions(context, automation.script),
  }
}
